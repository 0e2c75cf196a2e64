import type { Tables } from '../db/types.ts'
import type { FileHolder } from '../files/holders.ts'
import type { TestApp } from './app.ts'
import type { FileApp } from './college.ts'
import type { HeldCollege } from './library.ts'
import type { startProvider } from './provider.ts'

/** The kinds of record that all others stand on: one of each is there before the features make theirs. */
export const FRAME = ['user', 'role', 'department', 'designation', 'batch', 'group', 'student', 'staff'] as const
export type FrameIds = Record<(typeof FRAME)[number], number>
/** The id of a record of each kind. */
export type KindIds = FrameIds & Readonly<Record<string, number>>

/** The id of a record of each kind, and whose they are. */
export interface OneOfEach {
  ids: KindIds
  /** The name of every file among them. */
  fileName: string
  userOfStudent: number
}

/** The college in which a feature makes its record, and the texts to write into it. */
export interface Place {
  db: TestApp['db']
  make: TestApp['make']
  /** The records of the frame; the user is the teacher. */
  ids: FrameIds
  student: { id: number; userId: number }
  /** Writes a text; its first word is what tests know it by. */
  tell: (what: string) => string
  /** The name of every file among the records. */
  fileName: string
  keepFile: () => Promise<{ name: string; size: number; sha256: Buffer; storage_key: string }>
  /** The status of the survey; active unless said. */
  survey: 'draft' | undefined
  /** Returns the record of another kind, which is made first if need be. */
  idOf: (kind: string) => Promise<number>
}

/** A kind of record that ids stand for. Its readers are copied by hand from docs/domain.md, "Who may do what". */
export interface WalkedKind {
  /** Makes one; those of the frame are there. */
  make?: (place: Place) => Promise<number>
  /** The readers of another department's record, beside administrators and the principal. */
  shownTo?: readonly ('staff' | 'student')[]
  /** The readers of the own department who are not shown it when it is another student's or teacher's. */
  hiddenBeside?: 'from students' | 'from all'
  /** True when administrators and the principal are not shown it either. */
  isOwn?: true
  /** Its texts that staff or students read in whatever is shown of another department, and students of their group. */
  texts?: { staff?: readonly string[]; student?: readonly string[]; group?: readonly string[] }
}

type Fields = Record<string, unknown>

/** The caller, the records that are there, and the fields that nobody asked for, if they are sent too. */
export interface Arrangement {
  at: FileApp
  own: OneOfEach
  caller: { id: number; email: string; token: string; password: string }
  identity: Awaited<ReturnType<typeof startProvider>>
  forged: Fields
}

/** The needs of a call beside the least that its declaration asks for. */
export interface CallNeeds {
  ids?: Readonly<Record<string, number>>
  body?: Fields
  file?: { name: string; content: string | Uint8Array<ArrayBuffer> }
  params?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  /** Waits until it is done, where it is answered before. */
  settled?: () => Promise<unknown>
}
export type Prepare = (arranged: Arrangement) => Promise<CallNeeds> | CallNeeds

export interface HeldFiles {
  /** Gives a row of the table a file; returns its key. */
  keep: (college: HeldCollege) => Promise<string>
  /** The address at which the file of a row is given out. */
  address?: (row: Record<string, unknown>) => string
}

/** Reasons for a filter to have no index. */
export const FEW = 'a college has some dozens of these'
export const SHARE = 'a status keeps a good part of the rows, which no index makes faster to read'

/** The part of a feature in the tests that walk everything, in `<feature>.walks.ts`. */
export interface Walks {
  kinds?: Record<string, WalkedKind>
  /** The kinds of ids: by a name in whatever call it stands, or by the path below which they are `:id`. */
  ids?: Record<string, string>
  /** Calls that need more than the least that their declaration asks for; JSON in the place of a form has its own. */
  prepared?: Record<string, Prepare>
  /** Calls that write no rows, and why. */
  writesNothing?: Record<string, string>
  /** Places of calls that rightly tell that a hidden record is there, and why. */
  tells?: Record<string, string>
  /** Places of calls that are refused before the id is looked at, and why. */
  refusedBefore?: Record<string, string>
  /** List → filter → the column that an index has to begin with, or in words why there need be none. */
  filters?: Record<string, Record<string, string>>
  /** Its tables with files. */
  files?: Partial<Record<FileHolder, HeldFiles>>
  /** The list of its part of the search, and how to add many of them with titles, from rows of some `n`. */
  found?: { path: string; many?: { table: keyof Tables; insert: (title: string, rows: string) => string } }
  /** Its POSTs that go on when the disk is nearly full, by hand. */
  goOn?: readonly string[]
  /** Lists that keep every row of a table of a former version, and which of its rows an administrator is shown. */
  keptLists?: Record<string, { table: keyof Tables; isShown?: (row: Record<string, unknown>) => boolean }>
}
