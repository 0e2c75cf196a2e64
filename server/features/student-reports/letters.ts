import type { BelowStudent, studentReports } from '../../../shared/contract/student-reports.ts'
import { LETTERS_MAX } from '../../../shared/limits.ts'
import { dayIn } from '../../core/clock.ts'
import { conflict } from '../../core/errors.ts'
import { recordExport } from '../../core/exports.ts'
import { dayText, type Maker, makerOf } from '../../documents/pdf/maker.ts'
import { sendPdf } from '../../documents/pdf/pdf.ts'
import type { PdfReport } from '../../documents/pdf/report.ts'
import type { Call } from '../../http/routes.ts'
import { listBelowStudentsForExport } from './below.reads.ts'

const COLUMNS = [
  { label: 'Department', share: 0.52 },
  { label: 'Attended', share: 0.2, toRight: true },
  { label: 'Attendance', share: 0.14, toRight: true },
  { label: 'Required', share: 0.14, toRight: true },
]

/** The least that attendance has to be, in percent. */
type Minimum = number

/** A letter about one student, who has a row for each department. */
function letter(rows: readonly [BelowStudent, ...BelowStudent[]], minimum: Minimum, maker: Maker): PdfReport {
  const [{ name, roll_no, batch }] = rows
  const departments = rows.length === 1 ? 'the department' : 'each department'
  return {
    college: maker.college,
    isLetter: true,
    title: 'Attendance below the required minimum',
    date: dayText(maker.timezone),
    facts: [
      ['Student Name', name],
      ['Roll Number', roll_no ?? ''],
      ['Batch', batch.name],
    ],
    // The number first, so that the line begins at the left whatever the name's script.
    foot: [roll_no, name].filter(Boolean).join(' · '),
    parts: [
      {
        prose: [
          `To the parents or guardian of ${name}`,
          'Dear parents or guardian,',
          `We regret to inform you that the attendance of ${name} stands below the minimum of ${minimum}% that the college requires in every department. These are the figures as of the date of this letter:`,
        ],
        table: {
          columns: COLUMNS,
          rows: rows.map(({ department, present, counted, precise_rate }) => [
            department.name,
            `${present} of ${counted} sessions`,
            `${precise_rate}%`,
            `${minimum}%`,
          ]),
          empty: '',
        },
        notes: ['Attended: present only, of completed sessions. A leave does not count as attended.'],
      },
      {
        prose: [
          `We kindly ask ${name} to speak with the head of ${departments} named above as soon as possible, to learn what was missed and how the minimum can still be reached. You are welcome to come along. If a figure seems wrong to you, please tell the department, which will check its registers.`,
          'Please sign below and return this letter to the college.',
          'With kind regards,',
        ],
        signatures: ['Head of department or principal', 'Parent or guardian, with date'],
      },
    ],
  }
}

/** Makes the letters in the order of the list: each student stands where the lowest share does. */
const lettersOf = (rows: readonly BelowStudent[], minimum: Minimum, maker: Maker): PdfReport[] =>
  [...Map.groupBy(rows, ({ student_id }) => student_id).values()].flatMap(([first, ...others]) =>
    first ? [letter([first, ...others], minimum, maker)] : [],
  )

/** Sends the letters about the listed students. @throws 409 where there is none, or more than one file holds */
export async function sendLetters(call: Call<typeof studentReports.printBelow>) {
  const { db, caller, query, services, reply } = call
  const minimum = services.settings.ATTENDANCE_MINIMUM
  const rows = await listBelowStudentsForExport(db, caller, { ...query, minimum })
  const maker = makerOf(services)
  const [report, ...more] = lettersOf(rows, minimum, maker)
  if (!report) throw conflict('Nobody is below the minimum, so there is no letter to make.')
  const count = 1 + more.length
  if (count > LETTERS_MAX)
    throw conflict(
      `One file holds ${LETTERS_MAX} letters, and these are ${count}. Please choose a department or batch.`,
    )
  await recordExport(call, { what: 'attendance letters', format: 'pdf', rows: count, filters: query })
  return sendPdf(reply, { name: 'attendance-letters', day: dayIn(maker.timezone), report, more })
}
