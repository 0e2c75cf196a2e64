import type { BelowStudent, studentReports } from '../../../shared/contract/student-reports.ts'
import { dayIn } from '../../core/clock.ts'
import { recordExport } from '../../core/exports.ts'
import { guardianLetter, oneFile } from '../../documents/pdf/letters.ts'
import { type Maker, makerOf } from '../../documents/pdf/maker.ts'
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

const NOBODY = 'Nobody is below the minimum, so there is no letter to make.'

/** The least that attendance has to be, in percent. */
type Minimum = number

/** A letter about one student, who has a row for each department. */
function letter(rows: readonly [BelowStudent, ...BelowStudent[]], minimum: Minimum, maker: Maker): PdfReport {
  const [{ name, roll_no, batch }] = rows
  const departments = rows.length === 1 ? 'the department' : 'each department'
  return guardianLetter(maker, {
    title: 'Attendance below the required minimum',
    student: { name, roll_no, batch },
    opening: `We regret to inform you that the attendance of ${name} stands below the minimum of ${minimum}% that the college requires in every department. These are the figures as of the date of this letter:`,
    table: {
      columns: COLUMNS,
      rows: rows.map(({ department, present, counted, precise_rate }) => [
        department.name,
        `${present} of ${counted} sessions`,
        `${precise_rate}%`,
        `${minimum}%`,
      ]),
      empty: '',
      onOnePage: 'departments',
    },
    notes: ['Attended: present only, of completed sessions. A leave does not count as attended.'],
    request: `We kindly ask ${name} to speak with the head of ${departments} named above as soon as possible, to learn what was missed and how the minimum can still be reached.`,
    signer: 'Head of department or principal',
  })
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
  const { count, ...letters } = oneFile(lettersOf(rows, minimum, maker), NOBODY)
  await recordExport(call, { what: 'attendance letters', format: 'pdf', rows: count, filters: query })
  return sendPdf(reply, maker, { name: 'attendance-letters', day: dayIn(maker.timezone), ...letters })
}
