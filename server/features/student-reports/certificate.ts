import { preciseRate } from '../../../shared/attendance-rate.ts'
import type { AttendanceCounts } from '../../../shared/contract/attendance.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { invalid } from '../../core/errors.ts'
import { dayText, signatureLines } from '../../documents/pdf/maker.ts'
import type { StudentPaper } from '../../documents/pdf/paper.ts'
import { findCountedDays, readStandings } from '../attendance/record.reads.ts'

const COLUMNS = [
  { label: 'Department', share: 0.6 },
  { label: 'Attended', share: 0.24, toRight: true },
  { label: 'Attendance', share: 0.16, toRight: true },
]

const countedOf = ({ present, absent, leave }: AttendanceCounts) => present + absent + leave

const rowOf = (name: string, counts: AttendanceCounts) => [
  name,
  `${counts.present} of ${countedOf(counts)} sessions`,
  `${preciseRate(counts.present, countedOf(counts))}%`,
]

/** Writes the days from the first to the last counted session. */
const periodText = ({ first, last }: { first: string; last: string }) =>
  first === last ? writtenDay(first) : `${writtenDay(first)} to ${writtenDay(last)}`

const sumOf = (all: readonly AttendanceCounts[], status: keyof AttendanceCounts) =>
  all.reduce((sum, counts) => sum + counts[status], 0)

const NOTHING = 'No session has been held for this student, so there is no attendance to certify'

/** Certifies a student's attendance in each department, with the shares that are beside the minimum elsewhere. */
export const attendancePaper: StudentPaper = {
  kind: 'attendance',
  make: async (db, caller, { id, name, roll_no, batch }, maker) => {
    const { college, timezone } = maker
    const standings = (await readStandings(db, caller, id)).filter((counts) => countedOf(counts) > 0)
    const days = await findCountedDays(db, caller, id)
    if (standings.length === 0 || !days) throw invalid({ kind: [NOTHING] })
    const total = {
      present: sumOf(standings, 'present'),
      absent: sumOf(standings, 'absent'),
      leave: sumOf(standings, 'leave'),
    }
    const rows = standings.map(({ department, ...counts }) => rowOf(department.name, counts))
    const who = roll_no ? `${name}, roll number ${roll_no},` : name
    return {
      college,
      isLetter: true,
      title: 'Certificate of Attendance',
      date: dayText(timezone),
      facts: [
        ['Student Name', name],
        ['Roll Number', roll_no ?? '—'],
        ['Batch', batch?.name ?? '—'],
        ['Period', periodText(days)],
      ],
      foot: [roll_no, name].filter(Boolean).join(' · '),
      parts: [
        {
          prose: [
            `This is to certify that ${who} has attended the clinical sessions of this college as its registers show on the date of this certificate:`,
          ],
          table: {
            columns: COLUMNS,
            rows: rows.length > 1 ? [...rows, rowOf('All departments', total)] : rows,
            empty: '',
          },
          notes: ['Attended: present only, of completed sessions. A leave does not count as attended.'],
        },
        { signatures: signatureLines(maker, 'Head of department', 'Principal, with date and stamp'), isWhole: true },
      ],
    }
  },
}
