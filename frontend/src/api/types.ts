import type {
  compare,
  contexts,
  graph,
  library,
  main,
  outcome,
  secrets,
  timeline,
} from '../../wailsjs/go/models'

// The wire's types under the names the page uses. Times are Unix milliseconds, 0 when unknown.

export type StartAnswer = Omit<main.StartAnswer, 'Shapes'>
export type Failure = main.Failure
export type SessionsAnswer = main.SessionsAnswer
export type ListedSession = main.ListedSession
export type RecentFile = main.RecentFile
export type RecentAnswer = main.RecentAnswer
export type CommandLineAnswer = main.CommandLineAnswer
export type SessionAnswer = main.SessionAnswer
export type FollowAnswer = main.FollowAnswer
export type EndedEvent = main.EndedEvent
export type RowsAnswer = main.RowsAnswer
export type Row = timeline.Row
export type Turn = timeline.Turn
export type Hit = timeline.Hit
export type FindAnswer = main.FindAnswer
export type FileRecord = timeline.Record
export type RecordsAnswer = main.RecordsAnswer
export type GraphAnswer = main.GraphAnswer
export type GraphRow = graph.Row
export type GraphCrumb = graph.Crumb
export type GraphMap = graph.Map
export type GraphMapLine = graph.MapLine
export type GraphMapPlace = graph.MapPlace
export type GraphMapAnswer = main.GraphMapAnswer
export type GraphMoveAnswer = main.GraphMoveAnswer
export type OutcomeAnswer = main.OutcomeAnswer
export type Totals = outcome.Totals
export type FailedCall = outcome.Call
export type TouchedFile = outcome.File
export type FamilyAnswer = main.FamilyAnswer
export type FamilyNode = main.FamilyNode
export type Chain = library.Chain
export type Work = library.Work
export type EntryAnswer = main.EntryAnswer
export type ChangesAnswer = main.ChangesAnswer
export type ChangedRow = main.ChangedRow
export type ChangeAnswer = main.ChangeAnswer
export type ChangeStep = main.ChangeStep
export type ChangesPatchAnswer = main.ChangesPatchAnswer
export type ContextAnswer = main.ContextAnswer
export type ContextLinesAnswer = main.ContextLinesAnswer
export type ContextMessageAnswer = main.ContextMessageAnswer
export type ContextLine = contexts.Line
export type ContextShare = contexts.Share
export type ContextPlace = contexts.Place
export type SaidBlock = main.SaidBlock
export type PictureAnswer = main.PictureAnswer
export type CompareSide = main.CompareSide
export type CompareSides = main.CompareRequest
export type ComparedSide = main.ComparedSide
export type CompareAnswer = main.CompareAnswer
export type CompareRow = main.CompareRow
export type CompareRowsAnswer = main.CompareRowsAnswer
export type CompareMarksAnswer = main.CompareMarksAnswer
export type CompareFilesAnswer = main.CompareFilesAnswer
export type ComparedFile = main.ComparedFile
export type CompareRuler = main.CompareRuler
export type RulerTick = main.RulerTick
export type CompareCell = compare.Cell
export type Leaf = compare.Leaf
export type LeavesAnswer = main.LeavesAnswer
export type NotesAnswer = main.NotesAnswer
export type SettingsAnswer = main.SettingsAnswer
export type PlanAnswer = main.PlanAnswer
export type StepAnswer = main.StepAnswer
export type ExportBegun = main.ExportBegun
export type DoneAnswer = main.DoneAnswer
export type ExportPlanAnswer = main.ExportPlanAnswer
export type ExportedAnswer = main.ExportedAnswer
export type SecretsAnswer = main.SecretsAnswer
export type SecretKind = main.SecretKind
export type ToldSecret = secrets.Told

/** What a branch becomes: a session of a format, a page, a text. */
export type ExportAs = 'pi' | 'runlog' | 'html' | 'markdown'

/** Where it goes: beside the session or among the agent's, where a dialog says, or where the browser says. */
export type ExportWhere = 'choose' | 'download' | 'beside'

/**
 * What of a session becomes a file of its own. Generation is that of the file as it was planned for, 0 where nothing
 * was yet. Keep are ids and kinds of secrets that stay as they are.
 */
export interface ExportQuery {
  session: string
  generation: number
  as: ExportAs
  leaf: string
  others: string[]
  pictures: boolean
  hidden: boolean
  keep: string[]
}

/** The parts of what a branch changed. */
export type ChangesPart = 'files' | 'undone' | 'outside' | 'elsewhere'

/** Names what a branch changed; known is the revision of the answer that is here, 0 asks anew. */
export interface ChangesQuery {
  session: string
  leaf: string
  known: number
}

/** Which rows of the branch graph are shown. */
export type GraphFilter = 'all' | 'prompts' | 'noTools' | 'labels' | 'errors'

/** Where a reader wants to go in the branch graph; here: to the entry itself when it holds the words. */
export type GraphWay = 'root' | 'branch' | 'child' | 'point' | 'leaf' | 'here' | ''

/** What a reader has chosen to see of the branch graph. */
export interface GraphQuery {
  session: string
  filter: GraphFilter
  /** The branch to light. */
  leaf: string
  /** Keys of unfolded steps, and of rows whose branches are folded. */
  open: string[]
  folded: string[]
  /** The entry that is shown with what stands below it alone, "" for all. */
  root: string
  /** Words to mark or to look for. */
  find: string
}

/** The form rows are copied in: as they read, or as their records stand in the file. */
export type CopyForm = 'text' | 'markdown' | 'json'

/** The text of a timeline row that can be asked for whole; arguments are those of a call as they are read by lines, args their JSON. */
export type BodyField = 'text' | 'args' | 'arguments' | 'result' | 'diff' | 'raw'
