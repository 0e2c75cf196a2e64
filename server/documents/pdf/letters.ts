import { LETTERS_MAX } from '../../../shared/limits.ts'
import { conflict } from '../../core/errors.ts'
import { dayText, type Maker } from './maker.ts'
import type { PdfReport, PdfTable } from './report.ts'

interface Letter {
  title: string
  student: { name: string; roll_no: string | null; batch: { name: string } }
  /** The sentence before the figures. */
  opening: string
  /** The figures; rows that find no room on the letter's page are counted. */
  table: PdfTable & Required<Pick<PdfTable, 'onOnePage'>>
  notes: readonly string[]
  /** The sentence that asks the student to do something. */
  request: string
  signer: string
}

/** A letter about a student to the parents or guardian, to sign by the college and by them. */
export function guardianLetter(maker: Maker, { student, ...of }: Letter): PdfReport {
  const { name, roll_no, batch } = student
  return {
    college: maker.college,
    isLetter: true,
    title: of.title,
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
        prose: [`To the parents or guardian of ${name}`, 'Dear parents or guardian,', of.opening],
        table: of.table,
        notes: of.notes,
      },
      {
        prose: [
          `${of.request} You are welcome to come along. If a figure seems wrong to you, please tell the department, which will check its registers.`,
          'Please sign below and return this letter to the college.',
          'With kind regards,',
        ],
        signatures: [of.signer, 'Parent or guardian, with date'],
      },
    ],
  }
}

/**
 * Returns letters as the parts of one file.
 * @throws 409 where there is none, which `nobody` says, or more than one file holds
 */
export function oneFile([report, ...more]: readonly PdfReport[], nobody: string) {
  if (!report) throw conflict(nobody)
  const count = 1 + more.length
  if (count > LETTERS_MAX)
    throw conflict(
      `One file holds ${LETTERS_MAX} letters, and these are ${count}. Please choose a department or batch.`,
    )
  return { report, more, count }
}
