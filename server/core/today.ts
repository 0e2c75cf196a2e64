import { atCollege } from '../../shared/college-clock.ts'
import { type NewsWord, TODAY_LINES, type TodayLine, type TodayWord } from '../../shared/contract/today.ts'
import type { Db } from '../db/types.ts'
import type { Caller } from './caller.ts'

/** The facts that the lines go by besides the caller. */
export interface Day {
  /** The college's day, `YYYY-MM-DD`. */
  today: string
  /** News of a kind are what came after this instant. */
  seenAt: Record<NewsWord, string>
  /** `ATTENDANCE_MINIMUM`, in percent. */
  attendanceMinimum: number
  /** `CASE_RESPONSE_DAYS`. */
  responseDays: number
  /** True when a backup is due each day (`BACKUP_DIR`). */
  isBackedUp: boolean
}

export interface Waiting {
  total: number
  lines: TodayLine[]
  /** The number of records in no line, where one person may be in several lines and the total does not say it. */
  more?: number
  /** The address of the list with all of them. */
  to?: string
}

/**
 * A kind of what may wait for somebody, declared by the feature that it is of. It reads the rows of that feature's
 * screens, in one statement.
 */
export interface TodayKind {
  kind: TodayWord
  title: string
  isFor: (caller: Caller) => boolean
  read: (db: Db, caller: Caller, day: Day) => Promise<Waiting>
  /**
   * The words of a line in the weekly mail. Missing: the mail says how many there are, and none of the lines. Null: it
   * says nothing of this kind.
   */
  mailed?: ((line: TodayLine) => string) | null
}

/** For `mailed`: the first words of a line with its count, where these tell nothing of health or of other people. */
export const wordsOf = ({ text, count }: TodayLine): string => (count === null ? text : `${text}: ${count}`)

/** The first lines of a kind. */
export const FIRST_LINES = { page: 1, perPage: TODAY_LINES }

/** A line that stands for one thing and leads to it. */
export const lineOf = (line: Pick<TodayLine, 'text' | 'to'> & Partial<TodayLine>): TodayLine => ({
  detail: null,
  count: null,
  since: null,
  is_urgent: false,
  ...line,
})

/** The college's day of an instant. */
export const dayOf = (instant: string): string => atCollege(Date.parse(instant)).day
