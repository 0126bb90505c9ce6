import type {
  ChangeAnswer,
  ChangesAnswer,
  ChangesPart,
  ChangesPatchAnswer,
  ChangesQuery,
  BodyField,
  CommandLineAnswer,
  CompareAnswer,
  CompareFilesAnswer,
  CompareMarksAnswer,
  CompareRowsAnswer,
  CompareSides,
  ContextAnswer,
  ContextLinesAnswer,
  ContextMessageAnswer,
  CopyForm,
  DoneAnswer,
  EndedEvent,
  EntryAnswer,
  ExportedAnswer,
  ExportPlanAnswer,
  ExportQuery,
  ExportWhere,
  Failure,
  FamilyAnswer,
  FindAnswer,
  FollowAnswer,
  GraphAnswer,
  GraphMapAnswer,
  GraphMoveAnswer,
  GraphQuery,
  GraphWay,
  LeavesAnswer,
  NotesAnswer,
  OutcomeAnswer,
  PictureAnswer,
  PlanAnswer,
  RecentAnswer,
  RecordsAnswer,
  RowsAnswer,
  SecretsAnswer,
  SessionAnswer,
  SessionsAnswer,
  SettingsAnswer,
  StartAnswer,
} from './types'

/** What Go tells the page without being asked. */
export interface Events {
  /** An open session changed; ask again for what is shown. */
  session: { session: string; revision: number }
  /** The list of sessions changed. */
  sessions: Record<string, never>
  /** A session was opened from outside the page: a dialog, a drop, a second start. */
  opened: SessionAnswer
  /** A file given from outside could not be opened. */
  failed: Failure
  /** A file that was no session when it was opened was written to since; the handle opens it. */
  written: { path: string; handle: string }
  /** What was told in the last moments did not arrive: ask again for everything that is shown. */
  resumed: Record<string, never>
  /** A run came to its end while it was followed. */
  ended: EndedEvent
  /** The files opened last are others. */
  recent: Record<string, never>
  /** The reader's notes are others, or are shown or not; said is what to know of it, "" for nothing. */
  notes: { said: string }
  /** The system's theme. */
  theme: { theme: 'dark' | 'light' }
}

/** Everything the page can ask of Go. Calls reject with ApiError. */
export interface Api {
  start(): Promise<StartAnswer>
  /** What changed in the list since the version of the last answer, 0 for all of it; more says to ask on. */
  sessions(q: { since: number; rescan?: boolean }): Promise<SessionsAnswer>
  open(q: { handle: string }): Promise<SessionAnswer>
  /** Asks the face for its dialog; what is chosen comes as the events "opened" and "failed". */
  choose(): Promise<void>
  /** The files opened last, the last one first. */
  recent(): Promise<RecentAnswer>
  forgetRecent(q: { handle: string }): Promise<void>
  clearRecent(): Promise<void>
  /** Shows the file of an open session, or the one that a handle opens, in the file manager. */
  reveal(q: { session: string } | { handle: string }): Promise<void>
  /** What to type into a terminal; key "" is no entry to come back to. */
  commandLine(q: { session: string; key: string }): Promise<CommandLineAnswer>
  /** How an open session stands now, and where the branch that ended at leaf ends. */
  follow(q: { session: string; leaf: string }): Promise<FollowAnswer>
  close(q: { session: string }): Promise<void>
  /** leaf "" is the suggested one; at wins over from when it is on the branch. */
  rows(q: { session: string; leaf: string; from: number; count: number; at?: string }): Promise<RowsAnswer>
  graph(q: GraphQuery & { from: number; count: number; at?: string }): Promise<GraphAnswer>
  /** Where a way leads from an entry, or with words to find the next entry that holds them. */
  graphMove(q: GraphQuery & { from: string; way: GraphWay; back: boolean }): Promise<GraphMoveAnswer>
  /** The picture of the whole tree, without it when its revision is known, and where an entry and a branch stand in it. */
  graphMap(q: {
    session: string
    root: string
    leaf: string
    at: string
    known: number
  }): Promise<GraphMapAnswer>
  /** Rows of a branch that hold a text, in a part of it; where to go on is in the answer. */
  find(q: { session: string; leaf: string; text: string; from: number }): Promise<FindAnswer>
  /** The records of a branch as they stand in the file; at wins over from when it is on the branch. */
  records(q: {
    session: string
    leaf: string
    from: number
    count: number
    at?: string
  }): Promise<RecordsAnswer>
  outcome(q: { session: string; leaf: string }): Promise<OutcomeAnswer>
  /** What is tied to an open session; without nodes while that is not known. */
  family(q: { session: string }): Promise<FamilyAnswer>
  entry(q: { session: string; key: string; leaf: string; raw?: boolean }): Promise<EntryAnswer>
  /** What the model saw at an entry, "" for the suggested leaf. */
  context(q: { session: string; at: string }): Promise<ContextAnswer>
  /** Its messages, and where entries were left out; with base what changed since that entry, with left the entries that were left out on that line. */
  contextLines(q: {
    session: string
    at: string
    from: number
    count: number
    base?: string
    left?: number
  }): Promise<ContextLinesAnswer>
  /** What a message of it says; -1 is the system prompt in force. */
  contextMessage(q: { session: string; at: string; message: number }): Promise<ContextMessageAnswer>
  /** How two branches compare: where they part and what each came to. */
  compare(q: CompareSides): Promise<CompareAnswer>
  /** Rows of both that stand level, maybe fewer than asked for; at tells where the row of an entry is. */
  compareRows(
    q: CompareSides & { from: number; count: number; atA?: string; atB?: string },
  ): Promise<CompareRowsAnswer>
  /** A byte of marks for each row from one on, in base64. */
  compareMarks(q: CompareSides & { from: number }): Promise<CompareMarksAnswer>
  /** What both did to files; takes longer than all the rest. */
  compareFiles(q: CompareSides): Promise<CompareFilesAnswer>
  compareMarkdown(q: CompareSides): Promise<string>
  /** The branches of a session from one on. */
  leaves(q: { session: string; from: number }): Promise<LeavesAnswer>
  /** Files a branch changed: rows of one part, with only those of one certainty, or of "command" the commands without a file. */
  changes(
    q: ChangesQuery & { part: ChangesPart; only: string; from: number; count: number },
  ): Promise<ChangesAnswer>
  /** What was done to one of them. */
  change(q: ChangesQuery & { part: ChangesPart; place: number }): Promise<ChangeAnswer>
  /** A piece of all of it, or of one file of the project, as a patch for git apply. */
  changesPatch(q: ChangesQuery & { place?: number; from: number }): Promise<ChangesPatchAnswer>
  /** What setting the label of an entry would write, "" to clear it. */
  label(q: { session: string; key: string; label: string }): Promise<PlanAnswer>
  rename(q: { session: string; name: string }): Promise<PlanAnswer>
  /** What letting the agent continue at an entry would write: of a prompt before it, or after it. */
  branch(q: { session: string; key: string; after: boolean; summary: string }): Promise<PlanAnswer>
  /** A summary of the branch that would be left, from what it did. */
  draft(q: { session: string; key: string; after: boolean }): Promise<string>
  /** What a new session of the branch that ends at leaf would be, "" of all; cwd "" is the folder of this one. */
  fork(q: { session: string; leaf: string; cwd: string }): Promise<PlanAnswer>
  trash(q: { session: string } | { handle: string }): Promise<PlanAnswer>
  /** The reader's own notes on a session. */
  notes(q: { session: string }): Promise<NotesAnswer>
  /** What keeping a note on an entry would write, "" to remove it. */
  note(q: { session: string; key: string; text: string }): Promise<PlanAnswer>
  clearNotes(): Promise<DoneAnswer>
  /** Does what a plan says. */
  apply(q: { plan: string }): Promise<DoneAnswer>
  /** Takes an act back by the name it was given when it was done. */
  undo(q: { undo: string }): Promise<DoneAnswer>
  /** What an export would be: nothing is written or searched. */
  exportPlan(q: ExportQuery): Promise<ExportPlanAnswer>
  /** Begins to search what would be exported for secrets, whatever is kept. */
  exportSearch(q: ExportQuery): Promise<{ job: string }>
  /**
   * What a search has found, from one on, with what stands around each place as it will be when keep stays as it is; it
   * answers within a second whether it still runs.
   */
  exportSecrets(q: { job: string; from: number; id: string; keep: string[] }): Promise<SecretsAnswer>
  /** Begins an export; no job means that the reader chose no place. */
  export(q: ExportQuery & { where: ExportWhere }): Promise<{ job: string }>
  /** How far an export is, within a second. */
  exported(q: { job: string }): Promise<ExportedAnswer>
  cancelJob(q: { job: string }): Promise<void>
  /** Saves the data of a picture of an entry; in a browser it answers where to download it. */
  savePicture(q: { session: string; key: string; n: number }): Promise<PictureAnswer>
  /** Has the browser download what was exported for it. */
  download(q: { url: string; name: string }): void
  settings(): Promise<SettingsAnswer>
  saveSettings(settings: SettingsAnswer): Promise<void>
  /** Asks the face for a folder to list; the list comes with the event "sessions". */
  addFolder(): Promise<void>
  removeFolder(q: { index: number }): Promise<void>
  /** Opens http, https and mailto outside; Go checks the scheme. */
  openLink(url: string): Promise<void>
  /** The page listens; files given at the start may be announced. */
  ready(): Promise<void>
  copy(text: string): Promise<void>
  /** Names the window. */
  title(text: string): void
  /** Listens; the answer stops listening. */
  on<K extends keyof Events>(name: K, listener: (payload: Events[K]) => void): () => void
  /** Where a picture is, for <img src>. */
  blobUrl(q: { session: string; revision: number; key: string; n: number }): string
  /** Where the whole text of a row's field is. */
  bodyUrl(q: BodyQuery): string
  /** The whole text, or pieces of it (from 0). */
  body(q: BodyQuery & { from?: number; pieces?: number }): Promise<Body>
  /** A record of a branch as it stands in the file, or pieces of it (from 0). */
  record(q: RecordQuery & { from?: number; pieces?: number }): Promise<Body>
  /** Rows of a branch in a form to copy; to is the row behind the last. */
  rowsText(q: RowsTextQuery): Promise<string>
  /** A block of a message of a context: the whole text, or pieces of it (from 0). */
  said(q: SaidQuery & { from?: number; pieces?: number }): Promise<Body>
  /** Two bytes a row from row `from` on: estimated height in units of 4 px, then the marks. */
  outline(q: { session: string; revision: number; leaf: string; from?: number }): Promise<Uint8Array>
}

/** Names one field of one timeline row. */
export interface BodyQuery {
  session: string
  revision: number
  leaf: string
  row: number
  field: BodyField
}

/** Names one record of a branch. */
export interface RecordQuery {
  session: string
  revision: number
  leaf: string
  index: number
}

/** Names rows of a branch and a form to copy them in. */
export interface RowsTextQuery {
  session: string
  revision: number
  leaf: string
  from: number
  to: number
  form: CopyForm
}

/** Names one block of a message of the context at an entry. */
export interface SaidQuery {
  session: string
  revision: number
  at: string
  message: number
  block: number
}

/** Text of a field with the size of the whole. A piece is a line, or a part of one that is very long. */
export interface Body {
  text: string
  /** The lines that the pieces begin, from 1, 0 where one goes on with the line before; none of a whole text. */
  numbers: number[]
  totalPieces: number
  totalLines: number
  totalBytes: number
}
