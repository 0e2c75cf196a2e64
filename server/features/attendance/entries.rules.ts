import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'
import type {
  AttendanceCounts,
  AttendanceSubmission,
  RosterStudent,
  TakeAttendanceInput,
} from '../../../shared/contract/attendance.ts'

export type PostedEntry = z.output<typeof TakeAttendanceInput>['submissions'][number]

/** An entry as it is stored. */
export type Entry = Pick<AttendanceSubmission, 'student_id' | 'status' | 'remarks'>

/**
 * Names one taking of a register: by the key that the device gave it, and a hash of its entries, so that the same key
 * with other entries names another taking.
 */
export const takingOf = (key: string | undefined, posted: PostedEntry[]): string | null =>
  key ? `${key} ${createHash('sha256').update(JSON.stringify(posted)).digest('base64url')}` : null

/** Returns the ids of posted students that are not `marked`, and of those posted more than once. */
export function misplaced(
  posted: PostedEntry[],
  marked: ReadonlySet<number>,
): { strangers: number[]; repeated: number[] } {
  const ids = posted.map((entry) => entry.student_id)
  return {
    strangers: [...new Set(ids.filter((id) => !marked.has(id)))],
    repeated: [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))],
  }
}

export function countsOf(entries: Pick<Entry, 'status'>[]): AttendanceCounts {
  const counts = { present: 0, absent: 0, leave: 0 }
  for (const { status } of entries) counts[status] += 1
  return counts
}

export interface EntryUpdate {
  submission_id: number
  before: Entry
  after: Entry
}

/**
 * Returns the entries that are added and those that are changed; remarks left out stay. Unchanged entries are in
 * neither.
 */
export function differences(
  posted: PostedEntry[],
  roster: RosterStudent[],
): { added: Entry[]; changed: EntryUpdate[] } {
  const added: Entry[] = []
  const changed: EntryUpdate[] = []
  const known = new Map(roster.map((student) => [student.student_id, student]))
  for (const { student_id, status, remarks } of posted) {
    const held = known.get(student_id)
    if (!held?.submission_id || held.status === null) {
      added.push({ student_id, status, remarks: remarks ?? null })
      continue
    }
    const before = { student_id, status: held.status, remarks: held.remarks }
    const after = { student_id, status, remarks: remarks === undefined ? held.remarks : remarks }
    if (after.status !== before.status || after.remarks !== before.remarks)
      changed.push({ submission_id: held.submission_id, before, after })
  }
  return { added, changed }
}
