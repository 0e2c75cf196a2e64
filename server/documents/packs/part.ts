import type { Readable } from 'node:stream'
import { writtenDay } from '../../../shared/written-day.ts'
import type { Caller } from '../../core/caller.ts'
import type { Db } from '../../db/types.ts'
import type { Settings } from '../../settings.ts'
import type { Maker } from '../pdf/maker.ts'
import type { Fact, PdfReport } from '../pdf/report.ts'
import type { Sheet } from '../sheets/sheets.ts'

/** The subject of a pack: a batch and a time. Both days, `YYYY-MM-DD`, are part of it. */
export interface PackOf {
  batch: { id: number; name: string }
  from: string
  to: string
}

/** Returns the facts that stand at the head of a paper about the batch and the time. */
export const factsOf = ({ batch, from, to }: PackOf): readonly Fact[] => [
  ['Batch', batch.name],
  ['Time', `${writtenDay(from)} to ${writtenDay(to)}`],
]

/** The means by which a part reads: with the eyes of the person who asked, who sees the whole college. */
export interface PackCall {
  db: Db
  caller: Caller
  of: PackOf
  maker: Maker
  settings: Settings
  /** Opens a file that the college keeps; undefined when it is not there. */
  openKept: (storageKey: string) => Promise<Readable | undefined>
}

/** A paper of a pack: a PDF, and a CSV beside it that says the same in rows. */
interface PackPaper {
  /** A report to make, or the bytes of a paper that was issued and is not made anew. */
  report: PdfReport | Buffer
  sheet: Pick<Sheet, 'columns' | 'rows'>
}

export interface PackFile {
  /** The place in the part's folder without an ending, of `placeOf`: `medicine-3/group-a-12`. */
  place: string
  /** The name by which people find it in the list of files. */
  title: string
  /** Reads it when its turn comes; undefined when it is gone by then. */
  read: () => Promise<PackPaper | undefined>
}

/**
 * A part of an inspection pack, declared by the feature whose figures it tells (`packPart` of `feature.ts`). Its files
 * are listed at once and read one after the other, so that no more than one of them is in memory.
 */
export interface PackPart {
  /** The folder of its files. */
  folder: string
  files: (call: PackCall) => Promise<PackFile[]>
}

const PLACE_NAME_MAX = 40

/** Returns a name as part of a place: small letters, digits and hyphens, and the id, which no other has. */
export function placeOf(name: string, id: number): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, PLACE_NAME_MAX)
    .replace(/^-+|-+$/g, '')
  return plain === '' ? String(id) : `${plain}-${id}`
}
