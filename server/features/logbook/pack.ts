import type { LogEntry } from '../../../shared/contract/log-entries.ts'
import { LEVEL_WORDS, labelOf } from '../../../shared/labels.ts'
import { dayOf } from '../../core/today.ts'
import { type PackPart, placeOf } from '../../documents/packs/part.ts'
import { listBatchStudents } from '../students/batch.reads.ts'
import { logbookReport } from './paper.ts'

const COLUMNS = [
  'Day',
  'Department',
  'Skill',
  'Level',
  'Setting',
  'Place',
  'Supervisor',
  'Decision',
  'Signed By',
  'Signed On',
  'Corrected Later',
] as const

const rowOf = (entry: LogEntry) => [
  entry.performed_on,
  entry.department.name,
  entry.skill.name,
  LEVEL_WORDS[entry.level],
  labelOf(entry.setting),
  entry.place ?? '',
  entry.supervisor.name,
  entry.decision === null ? '' : labelOf(entry.decision),
  entry.signed_by?.name ?? '',
  entry.signed_at === null ? '' : dayOf(entry.signed_at),
  entry.corrected_by === null ? 'No' : 'Yes',
]

/** The logbooks of the students of a batch, whole, as they are printed. */
export const logbookPack: PackPart = {
  folder: 'logbooks',
  files: async ({ db, caller, of, maker }) =>
    (await listBatchStudents(db, caller, of.batch.id)).map((listed) => ({
      place: placeOf(listed.roll_no ?? listed.name, listed.id),
      title: `Logbook: ${[listed.roll_no, listed.name].filter(Boolean).join(', ')}`,
      read: async () => {
        const [student] = await listBatchStudents(db, caller, of.batch.id, listed.id)
        if (!student) return undefined
        const { report, entries } = await logbookReport(db, caller, student, maker)
        return { report, sheet: { columns: COLUMNS, rows: entries.map(rowOf) } }
      },
    })),
}
