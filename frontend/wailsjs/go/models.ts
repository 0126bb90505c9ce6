export namespace compare {
	
	export interface BothFile {
	    path: string;
	    same: boolean;
	    known: boolean;
	    diff: string;
	}
	export interface Said {
	    key: string;
	    kind: string;
	    text: string;
	    isError: boolean;
	    atMs: number;
	}
	export interface Cell {
	    key: string;
	    kind: string;
	    words: string;
	    tool: string;
	    target: string;
	    text: string;
	    isError: boolean;
	    hasResult: boolean;
	    atMs: number;
	    endMs: number;
	    line: number;
	    said: Said[];
	}
	export interface Delta {
	    name: string;
	    label: string;
	    unit: string;
	    a: number;
	    b: number;
	    textA: string;
	    textB: string;
	    better: string;
	}
	export interface Detail {
	    index: number;
	    a: Cell;
	    b: Cell;
	    same: boolean;
	    differs: boolean;
	    how: string;
	}
	export interface Divergence {
	    a: string;
	    b: string;
	    text: string;
	    row: number;
	}
	export interface Files {
	    onlyA: string[];
	    onlyB: string[];
	    both: BothFile[];
	    mayA: string[];
	    mayB: string[];
	}
	export interface Leaf {
	    key: string;
	    state: string;
	    headline: string;
	    lastWords: string;
	    label: string;
	    entries: number;
	    turns: number;
	    costUsd: number;
	    files: number;
	    active: boolean;
	    atMs: number;
	}
	export interface Part {
	    leaf: string;
	    path: string;
	    only: string[];
	    entries: number;
	    totals: outcome.Totals;
	    turns: number;
	    steps: number;
	    tools: outcome.Tool[];
	    models: string[];
	    carried: number;
	    cut: boolean;
	    words: string;
	    branchTotals: outcome.Totals;
	    outcome: outcome.Verdict;
	    headline: string;
	    label: string;
	}
	export interface Row {
	    a: string;
	    b: string;
	    same: boolean;
	    differs?: string;
	}

}

export namespace contexts {
	
	export interface Line {
	    index: number;
	    kind: string;
	    message: number;
	    entry: string;
	    role: string;
	    word: string;
	    tool: string;
	    text: string;
	    more: boolean;
	    atMs: number;
	    tokens: number;
	    calls: number;
	    pictures: number;
	    error: boolean;
	    unsent: boolean;
	    why: string;
	    by: string;
	    byMs: number;
	    count: number;
	    fromMs: number;
	    toMs: number;
	}
	export interface Piece {
	    name: string;
	    tokens: number;
	}
	export interface Place {
	    key: string;
	    kind: string;
	    text: string;
	    atMs: number;
	}
	export interface Share {
	    kind: string;
	    messages: number;
	    tokens: number;
	}
	export interface Tokens {
	    total: number;
	    recorded: number;
	    by: string;
	    estimate: number;
	    kinds: Share[];
	}
	export interface Summary {
	    at: Place;
	    messages: number;
	    lines: number;
	    provider: string;
	    model: string;
	    level: string;
	    tokens: Tokens;
	    prompt: Piece[];
	    tools: string[];
	    toolsKnown: boolean;
	    left: number;
	    silent: number;
	    lastPrompt: string;
	    lastReply: string;
	    beforeCompaction: string;
	}

}

export namespace graph {
	
	export interface Count {
	    name: string;
	    n: number;
	}
	export interface Crumb {
	    key: string;
	    text: string;
	}
	export interface MapTuft {
	    line: number;
	    down: number;
	    branches: number;
	    key: string;
	}
	export interface MapMark {
	    line: number;
	    down: number;
	    kind: string;
	    key: string;
	    text?: string;
	}
	export interface MapLine {
	    from: number;
	    lane: number;
	    top: number;
	    bottom: number;
	    key: string;
	    text: string;
	    end?: string;
	    straight?: boolean;
	    active?: boolean;
	    error?: boolean;
	    errors?: number;
	}
	export interface Map {
	    lines: MapLine[];
	    marks: MapMark[];
	    tufts: MapTuft[];
	    lanes: number;
	    depth: number;
	    branches: number;
	}
	
	
	export interface MapPlace {
	    line: number;
	    down: number;
	}
	
	export interface Row {
	    index: number;
	    key: string;
	    last: string;
	    parent: string;
	    kind: string;
	    text: string;
	    label: string;
	    lane: number;
	    up: boolean;
	    down: boolean;
	    forks: number[];
	    pass: number[];
	    more?: number;
	    link?: string;
	    from: string;
	    onActive: boolean;
	    onPath: boolean;
	    pathBelow: number;
	    active: boolean;
	    leaf: boolean;
	    steps: number;
	    round?: string;
	    step?: boolean;
	    open: boolean;
	    counts: Count[];
	    errors: number;
	    error: boolean;
	    context?: boolean;
	    atMs: number;
	    level: number;
	    setSize: number;
	    posInSet: number;
	    orphan: boolean;
	    duplicate: boolean;
	    foldable?: boolean;
	    folded?: boolean;
	    hides?: number;
	    ends?: number;
	    turn?: number;
	    costUsd?: number;
	    hits?: number;
	    notes?: number;
	    note?: string;
	}

}

export namespace library {
	
	export interface Work {
	    rounds: number;
	    calls: number;
	    inputTokens: number;
	    outputTokens: number;
	    costUsd: number;
	    durationMs: number;
	    engagedMs: number;
	}
	export interface Chain {
	    state: string;
	    newest: number;
	    first: number;
	    sessions: number;
	    missing: number;
	    startedMs: number;
	    endedMs: number;
	    total: Work;
	}
	export interface Node {
	    path: string;
	    title: string;
	    format: string;
	    id: string;
	    outcome: string;
	    closing: string;
	    startedMs: number;
	    endedMs: number;
	    messages: number;
	    branches: number;
	    errors: number;
	    own: Work;
	    parent: number;
	    depth: number;
	    chain: number;
	    missing: boolean;
	    link: string;
	    candidates: string[];
	}
	export interface Skipped {
	    path: string;
	    reason: string;
	}

}

export namespace main {
	
	export interface ApplyRequest {
	    plan: string;
	}
	export interface BranchRequest {
	    session: string;
	    key: string;
	    after: boolean;
	    summary: string;
	}
	export interface ChangeStep {
	    entry: string;
	    tool: string;
	    action: string;
	    certainty: string;
	    atMs: number;
	    diff: string;
	    cut: number;
	    added: number;
	    removed: number;
	    command: string;
	    note: string;
	}
	export interface ChangePart {
	    diff: string;
	    cut: number;
	    added: number;
	    removed: number;
	    steps: number[];
	}
	export interface ChangeAnswer {
	    revision: number;
	    whole: boolean;
	    notes: string[];
	    parts: ChangePart[];
	    more: number;
	    steps: ChangeStep[];
	    moreSteps: number;
	}
	
	export interface ChangeRequest {
	    session: string;
	    leaf: string;
	    known: number;
	    part: string;
	    place: number;
	}
	
	export interface ChangedRow {
	    place: number;
	    path: string;
	    from: string;
	    action: string;
	    certainty: string;
	    command: string;
	    added: number;
	    removed: number;
	    hunks: number;
	    doubts: number;
	    entry: string;
	    atMs: number;
	    leaf: string;
	    branch: string;
	    patchable: boolean;
	}
	export interface ChangesAnswer {
	    revision: number;
	    leaf: string;
	    certain: number;
	    likely: number;
	    possible: number;
	    failed: number;
	    commands: number;
	    undone: number;
	    outside: number;
	    elsewhere: number;
	    added: number;
	    removed: number;
	    patchable: number;
	    notes: string[];
	    total: number;
	    from: number;
	    rows: ChangedRow[];
	}
	export interface ChangesPatchAnswer {
	    revision: number;
	    text: string;
	    next: number;
	    left: string[];
	    leftTotal: number;
	}
	export interface ChangesPatchRequest {
	    session: string;
	    leaf: string;
	    known: number;
	    one: boolean;
	    place: number;
	    from: number;
	}
	export interface ChangesRequest {
	    session: string;
	    leaf: string;
	    known: number;
	    part: string;
	    only: string;
	    from: number;
	    count: number;
	}
	export interface CloseRequest {
	    session: string;
	}
	export interface CommandLineAnswer {
	    resume: string;
	    open: string;
	}
	export interface CommandLineRequest {
	    session: string;
	    key: string;
	}
	export interface RulerTick {
	    row: number;
	    atMs: number;
	    other: boolean;
	    error: boolean;
	    prompt: boolean;
	}
	export interface CompareRuler {
	    totalMs: number;
	    endAMs: number;
	    endBMs: number;
	    a: RulerTick[];
	    b: RulerTick[];
	}
	export interface ComparedSide {
	    session: string;
	    revision: number;
	    title: string;
	    format: string;
	    leaf: string;
	    end: string;
	}
	export interface CompareAnswer {
	    relation: string;
	    summary: string;
	    ancestor: string;
	    ancestorB: string;
	    shared: string[];
	    sharedB: string[];
	    a: compare.Part;
	    b: compare.Part;
	    divergence: compare.Divergence;
	    rows: compare.Row[];
	    files: compare.Files;
	    deltas: compare.Delta[];
	    sharedCount: number;
	    rowCount: number;
	    notes: string[];
	    sideA: ComparedSide;
	    sideB: ComparedSide;
	    ruler: CompareRuler;
	}
	export interface ComparedFile {
	    path: string;
	    same: boolean;
	    known: boolean;
	    diff: string;
	    diffBytes: number;
	}
	export interface CompareFilesAnswer {
	    onlyA: string[];
	    onlyATotal: number;
	    onlyB: string[];
	    onlyBTotal: number;
	    both: ComparedFile[];
	    bothTotal: number;
	    mayA: string[];
	    mayATotal: number;
	    mayB: string[];
	    mayBTotal: number;
	}
	export interface CompareMarkdownAnswer {
	    text: string;
	}
	export interface CompareMarksAnswer {
	    revisionA: number;
	    revisionB: number;
	    total: number;
	    from: number;
	    marks: string;
	}
	export interface CompareSide {
	    session: string;
	    leaf: string;
	    follow: boolean;
	}
	export interface CompareMarksRequest {
	    a: CompareSide;
	    b: CompareSide;
	    from: number;
	}
	export interface CompareRequest {
	    a: CompareSide;
	    b: CompareSide;
	}
	export interface CompareRow {
	    index: number;
	    a: compare.Cell;
	    b: compare.Cell;
	    same: boolean;
	    differs: boolean;
	    how: string;
	    moreA: number;
	    moreB: number;
	}
	export interface CompareRowsAnswer {
	    revisionA: number;
	    revisionB: number;
	    total: number;
	    from: number;
	    at: number;
	    rows: CompareRow[];
	}
	export interface CompareRowsRequest {
	    a: CompareSide;
	    b: CompareSide;
	    from: number;
	    count: number;
	    atA: string;
	    atB: string;
	}
	
	
	export interface CompareSides {
	    a: CompareSide;
	    b: CompareSide;
	}
	
	
	export interface ContextAnswer {
	    revision: number;
	    at: contexts.Place;
	    messages: number;
	    lines: number;
	    provider: string;
	    model: string;
	    level: string;
	    tokens: contexts.Tokens;
	    prompt: contexts.Piece[];
	    tools: string[];
	    toolsKnown: boolean;
	    left: number;
	    silent: number;
	    lastPrompt: string;
	    lastReply: string;
	    beforeCompaction: string;
	}
	export interface ContextLinesAnswer {
	    revision: number;
	    total: number;
	    from: number;
	    lines: contexts.Line[];
	}
	export interface ContextLinesRequest {
	    session: string;
	    at: string;
	    base: string;
	    left: number;
	    from: number;
	    count: number;
	}
	export interface SaidBlock {
	    kind: string;
	    name: string;
	    text: string;
	    bytes: number;
	    picture: timeline.Image;
	}
	export interface ContextMessageAnswer {
	    revision: number;
	    blocks: SaidBlock[];
	    more: number;
	}
	export interface ContextMessageRequest {
	    session: string;
	    at: string;
	    message: number;
	}
	export interface ContextRequest {
	    session: string;
	    at: string;
	}
	export interface DoneAnswer {
	    did: string;
	    undo: string;
	    what: string;
	    path: string;
	    handle: string;
	    gone: string;
	}
	export interface DraftAnswer {
	    summary: string;
	}
	export interface DraftRequest {
	    session: string;
	    key: string;
	    after: boolean;
	}
	export interface EndedEvent {
	    session: string;
	    title: string;
	    state: string;
	    headline: string;
	}
	export interface EntryEnd {
	    key: string;
	    text: string;
	}
	export interface EntryAnswer {
	    revision: number;
	    key: string;
	    kind: string;
	    text: string;
	    line: number;
	    atMs: number;
	    leaf: string;
	    last: string;
	    leaves: number;
	    ends: EntryEnd[];
	    upto: outcome.Totals;
	    parent: string;
	    child: string;
	    previous: string;
	    next: string;
	    raw: string;
	    rawBytes: number;
	}
	
	export interface EntryRequest {
	    session: string;
	    key: string;
	    leaf: string;
	    raw: boolean;
	}
	export interface ExportBegun {
	    job: string;
	    session: string;
	}
	export interface LeftOut {
	    kind: string;
	    count: number;
	    text: string;
	}
	export interface ExportPlanAnswer {
	    generation: number;
	    path: string;
	    download: string;
	    format: string;
	    entries: number;
	    leftOut: LeftOut[];
	    notes: string[];
	    refused: string;
	}
	export interface ExportRequest {
	    session: string;
	    generation: number;
	    as: string;
	    leaf: string;
	    others: string[];
	    pictures: boolean;
	    hidden: boolean;
	    keep: string[];
	}
	export interface ExportStartRequest {
	    session: string;
	    generation: number;
	    as: string;
	    leaf: string;
	    others: string[];
	    pictures: boolean;
	    hidden: boolean;
	    keep: string[];
	    where: string;
	}
	export interface ExportedAnswer {
	    running: boolean;
	    share: number;
	    cancelled: boolean;
	    done: DoneAnswer;
	    changed: string[];
	    records: number;
	    masked: number;
	    places: number;
	    download: string;
	    name: string;
	}
	export interface Failure {
	    path: string;
	    kind: string;
	    message: string;
	}
	export interface FamilyNode {
	    path: string;
	    title: string;
	    format: string;
	    id: string;
	    outcome: string;
	    closing: string;
	    startedMs: number;
	    endedMs: number;
	    messages: number;
	    branches: number;
	    errors: number;
	    own: library.Work;
	    parent: number;
	    depth: number;
	    chain: number;
	    missing: boolean;
	    link: string;
	    candidates: string[];
	    handle: string;
	}
	export interface FamilyAnswer {
	    nodes: FamilyNode[];
	    chains: library.Chain[];
	    self: number;
	    sessions: number;
	    attempts: number;
	    total: library.Work;
	    before: number;
	    scanning: boolean;
	}
	
	export interface FamilyRequest {
	    session: string;
	}
	export interface FindAnswer {
	    revision: number;
	    hits: timeline.Hit[];
	    next: number;
	    total: number;
	}
	export interface FindRequest {
	    session: string;
	    leaf: string;
	    text: string;
	    from: number;
	}
	export interface SessionAnswer {
	    session: string;
	    revision: number;
	    handle: string;
	    fileName: string;
	    path: string;
	    title: string;
	    byFile: boolean;
	    format: string;
	    version: number;
	    id: string;
	    cwd: string;
	    name: string;
	    parent: string;
	    sample: boolean;
	    entries: number;
	    messages: number;
	    branches: number;
	    bytes: number;
	    leaf: string;
	    suggestedLeaf: string;
	    readOnly: string;
	    notes: string[];
	    tail: boolean;
	    problems: session.Problem[];
	    problemsTotal: number;
	    entry: string;
	    lost: string;
	}
	export interface FollowAnswer {
	    session: SessionAnswer;
	    on: boolean;
	    leaf: string;
	    elsewhere: boolean;
	    since: number;
	}
	export interface FollowRequest {
	    session: string;
	    leaf: string;
	}
	export interface ForgetRecentRequest {
	    handle: string;
	}
	export interface ForkRequest {
	    session: string;
	    leaf: string;
	    cwd: string;
	}
	export interface GraphAnswer {
	    revision: number;
	    total: number;
	    from: number;
	    lanes: number;
	    branches: number;
	    at: number;
	    rows: graph.Row[];
	    crumbs?: graph.Crumb[];
	    hits?: number;
	}
	export interface GraphMapAnswer {
	    revision: number;
	    same: boolean;
	    map: graph.Map;
	    leaf: graph.MapPlace;
	    at: graph.MapPlace;
	}
	export interface GraphMapRequest {
	    session: string;
	    root: string;
	    leaf: string;
	    at: string;
	    known: number;
	}
	export interface GraphMoveAnswer {
	    revision: number;
	    key: string;
	    place: number;
	    of: number;
	}
	export interface GraphMoveRequest {
	    session: string;
	    filter: string;
	    leaf: string;
	    open: string[];
	    folded: string[];
	    root: string;
	    from: string;
	    way: string;
	    back: boolean;
	    find: string;
	}
	export interface GraphRequest {
	    session: string;
	    filter: string;
	    leaf: string;
	    open: string[];
	    folded: string[];
	    root: string;
	    find: string;
	    from: number;
	    count: number;
	    at: string;
	}
	export interface JobAnswer {
	    job: string;
	}
	export interface JobRequest {
	    job: string;
	}
	export interface LabelRequest {
	    session: string;
	    key: string;
	    label: string;
	}
	export interface LeavesAnswer {
	    revision: number;
	    total: number;
	    from: number;
	    leaves: compare.Leaf[];
	}
	export interface LeavesRequest {
	    session: string;
	    from: number;
	}
	
	export interface ListedSession {
	    path: string;
	    format: string;
	    id: string;
	    cwd: string;
	    name: string;
	    firstMessage: string;
	    messages: number;
	    createdMs: number;
	    modifiedMs: number;
	    parent: string;
	    madeFrom: string;
	    link: string;
	    candidates: string[];
	    continuedBy: string[];
	    place: number;
	    length: number;
	    outcome: string;
	    problems: number;
	    costUsd: number;
	    branches: number;
	    errors: number;
	    title: string;
	    sample: boolean;
	    bytes: number;
	    own: library.Work;
	    closing: string;
	    cwdGone: boolean;
	    handle: string;
	    parentHandle: string;
	    group: string;
	}
	export interface Note {
	    key: string;
	    text: string;
	    atMs: number;
	}
	export interface NoteRequest {
	    session: string;
	    key: string;
	    text: string;
	}
	export interface NotesAnswer {
	    notes: Note[];
	}
	export interface NotesRequest {
	    session: string;
	}
	export interface OpenRequest {
	    handle: string;
	}
	export interface OutcomeAnswer {
	    revision: number;
	    state: string;
	    reason: string;
	    message: string;
	    code?: number;
	    error: string;
	    status: number;
	    leaf: string;
	    headline: string;
	    doing: string;
	    stoppedAt: string;
	    startedMs: number;
	    endedMs: number;
	    turns: number;
	    replies: number;
	    entries: number;
	    branches: number;
	    models: string[];
	    totals: outcome.Totals;
	    fileTotals: outcome.Totals;
	    files: outcome.File[];
	    filesTotal: number;
	    filesEdited: number;
	    evidence: outcome.Evidence[];
	    tools: outcome.Tool[];
	    task: string;
	    asked: string;
	    counters: string[];
	    warnings: string[];
	    failed: outcome.Call[];
	    faults: session.Faults;
	    next: string;
	}
	export interface OutcomeRequest {
	    session: string;
	    leaf: string;
	}
	export interface PictureAnswer {
	    name: string;
	    path: string;
	    download: string;
	}
	export interface PictureRequest {
	    session: string;
	    key: string;
	    n: number;
	}
	export interface Place {
	    path: string;
	    label: string;
	    state: string;
	    added: number;
	}
	export interface PlannedWarning {
	    text: string;
	    instead: string;
	}
	export interface PlannedLine {
	    text: string;
	    bytes: number;
	    cut: boolean;
	    why: string;
	}
	export interface PlanAnswer {
	    plan: string;
	    generation: number;
	    path: string;
	    creates: boolean;
	    moves: string[];
	    now: string;
	    says: string;
	    agent: string;
	    back: string;
	    lines: PlannedLine[];
	    changed: number;
	    copied: number;
	    leftOut: string[];
	    warnings: PlannedWarning[];
	    same: string;
	    refused: string;
	    closed: boolean;
	    offers: string[];
	}
	
	
	export interface RecentFile {
	    handle: string;
	    title: string;
	    path: string;
	    openedMs: number;
	    missing: boolean;
	}
	export interface RecentAnswer {
	    files: RecentFile[];
	}
	
	export interface RecordsAnswer {
	    revision: number;
	    total: number;
	    at: number;
	    records: timeline.Record[];
	}
	export interface RecordsRequest {
	    session: string;
	    leaf: string;
	    from: number;
	    count: number;
	    at: string;
	}
	export interface RemoveFolderRequest {
	    index: number;
	}
	export interface RenameRequest {
	    session: string;
	    name: string;
	}
	export interface RevealRequest {
	    session: string;
	    handle: string;
	}
	export interface RowsAnswer {
	    revision: number;
	    leaf: string;
	    total: number;
	    from: number;
	    at: number;
	    carried: string;
	    carriedRows: number;
	    faults: session.Faults;
	    rows: timeline.Row[];
	    turns: timeline.Turn[];
	}
	export interface RowsRequest {
	    session: string;
	    leaf: string;
	    from: number;
	    count: number;
	    at: string;
	}
	
	
	export interface SecretKind {
	    kind: string;
	    what: string;
	    count: number;
	    places: number;
	}
	export interface SecretsAnswer {
	    running: boolean;
	    kinds: SecretKind[];
	    total: number;
	    places: number;
	    records: number;
	    more: number;
	    lost: string[];
	    from: number;
	    secrets: secrets.Told[];
	}
	export interface SecretsRequest {
	    job: string;
	    from: number;
	    id: string;
	    keep: string[];
	}
	
	export interface SessionsAnswer {
	    sessions: ListedSession[];
	    gone: string[];
	    version: number;
	    more: boolean;
	    skipped: library.Skipped[];
	    places: Place[];
	    scanning: boolean;
	    notice: string;
	}
	export interface SessionsRequest {
	    rescan: boolean;
	    since: number;
	}
	export interface SettingsAnswer {
	    theme: string;
	    textSize: number;
	    singleKeys: boolean;
	    folders: string[];
	    sessionsWidth: number;
	    graphWidth: number;
	    notify: boolean;
	    meta: boolean;
	    rememberRecent: boolean;
	    keepNotes: boolean;
	}
	export interface Shapes {
	    GraphRow: graph.Row;
	    Crumb: graph.Crumb;
	    Row: timeline.Row;
	    Turn: timeline.Turn;
	    Card: outcome.Card;
	    Files: outcome.File[];
	    Node: library.Node;
	    Work: library.Work;
	    Ended: EndedEvent;
	    Summary: contexts.Summary;
	    Part: compare.Part;
	    Detail: compare.Detail;
	    Delta: compare.Delta;
	    Parted: compare.Divergence;
	    Levels: compare.Row[];
	    Both: compare.Files;
	    BothFile: compare.BothFile;
	    Compared: CompareSides;
	}
	export interface StepAnswer {
	    done: DoneAnswer;
	    session: string;
	    title: string;
	    undone: boolean;
	}
	export interface StartAnswer {
	    face: string;
	    version: string;
	    canChoose: boolean;
	    opened: SessionAnswer[];
	    failed: Failure[];
	    settings: SettingsAnswer;
	    steps: StepAnswer[];
	    exports: ExportBegun[];
	    theme: string;
	}
	
	export interface TrashRequest {
	    session: string;
	    handle: string;
	}
	export interface UndoRequest {
	    undo: string;
	}

}

export namespace outcome {
	
	export interface Call {
	    entry: string;
	    tool: string;
	    target: string;
	}
	export interface Tool {
	    name: string;
	    calls: number;
	    errors: number;
	}
	export interface Evidence {
	    entry: string;
	    label: string;
	    text: string;
	}
	export interface File {
	    path: string;
	    edits: number;
	    reads: number;
	    failedEdits: number;
	    failed: boolean;
	    entry: string;
	}
	export interface Totals {
	    inputTokens: number;
	    outputTokens: number;
	    cacheReadTokens: number;
	    cacheWriteTokens: number;
	    costUsd: number;
	    toolCalls: number;
	    errors: number;
	    durationMs: number;
	    engagedMs: number;
	}
	export interface Card {
	    state: string;
	    reason: string;
	    message: string;
	    code?: number;
	    error: string;
	    status: number;
	    leaf: string;
	    headline: string;
	    doing: string;
	    stoppedAt: string;
	    startedMs: number;
	    endedMs: number;
	    turns: number;
	    replies: number;
	    entries: number;
	    branches: number;
	    models: string[];
	    totals: Totals;
	    fileTotals: Totals;
	    files: File[];
	    filesTotal: number;
	    filesEdited: number;
	    evidence: Evidence[];
	    tools: Tool[];
	    task: string;
	    asked: string;
	    counters: string[];
	    warnings: string[];
	    failed: Call[];
	    faults: session.Faults;
	    next: string;
	}
	
	
	
	
	export interface Verdict {
	    state: string;
	    reason: string;
	    message: string;
	    code?: number;
	    error: string;
	    status: number;
	}

}

export namespace secrets {
	
	export interface Place {
	    entry: string;
	    line: number;
	    field: string;
	    inside: string;
	    context: string;
	}
	export interface Told {
	    id: string;
	    kind: string;
	    what: string;
	    hint: string;
	    mask: string;
	    fixed: string;
	    count: number;
	    places: Place[];
	}

}

export namespace session {
	
	export interface Faults {
	    calls: number;
	    commands: number;
	    replies: number;
	    inherited: number;
	}
	export interface Problem {
	    line: number;
	    offset: number;
	    bytes: number;
	    kind: string;
	    text: string;
	}

}

export namespace timeline {
	
	export interface Hit {
	    row: number;
	    field: string;
	    line: number;
	}
	export interface Image {
	    key: string;
	    n: number;
	    mime: string;
	    bytes: number;
	    missing: string;
	}
	export interface Record {
	    index: number;
	    entry: string;
	    row: number;
	    kind: string;
	    role: string;
	    text: string;
	    atMs: number;
	    line: number;
	    bytes: number;
	}
	export interface Row {
	    index: number;
	    entry: string;
	    main: boolean;
	    kind: string;
	    role: string;
	    text: string;
	    tool: string;
	    isError: boolean;
	    atMs: number;
	    endMs: number;
	    turn: number;
	    gapMs: number;
	    target: string;
	    body: string;
	    bodyBytes: number;
	    args: string;
	    argsBytes: number;
	    result: string;
	    resultTail: string;
	    resultBytes: number;
	    hasResult: boolean;
	    waits?: boolean;
	    diff: string;
	    diffBytes: number;
	    exitCode?: number;
	    images: Image[];
	    notes: string[];
	    label: string;
	    context: string;
	    modelName: string;
	    costUsd: number;
	    inputTokens: number;
	    outputTokens: number;
	    branches: number;
	    orphan: boolean;
	    inherited: boolean;
	    replaced: boolean;
	    replacedMs: number;
	    provisional: boolean;
	    line: number;
	}
	export interface Turn {
	    index: number;
	    number: number;
	    round?: string;
	    first: number;
	    rows: number;
	    atMs: number;
	    engagedMs: number;
	    costUsd: number;
	    calls: number;
	    errors: number;
	    title: string;
	}

}

