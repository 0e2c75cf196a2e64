import type { FrozenRow } from '../../../shared/contract/eligibility-lists.ts'
import { dayText, type Maker } from '../../documents/pdf/maker.ts'
import type { PdfReport } from '../../documents/pdf/report.ts'
import { frozenFacts } from './frozen-documents.ts'
import type { Snapshot } from './lists.rules.ts'

/**
 * The verdicts as a board tells them. A minimum that can still be reached makes nobody eligible yet; that it is a risk is
 * said to the student and not here.
 */
const WORDS: Record<FrozenRow['verdict'], string> = {
  eligible: 'Eligible',
  exempted: 'Exempted',
  at_risk: 'Not yet eligible',
  on_course: 'Not yet eligible',
  not_eligible: 'Not eligible',
  unjudged: 'Not judged',
}

/** Counts the students by the words of the board: "Eligible 36, Not eligible 23". */
function countsText(rows: Snapshot['rows']): string {
  const counts = [...new Set(Object.values(WORDS))].map(
    (word) => [word, rows.filter(({ verdict }) => WORDS[verdict] === word).length] as const,
  )
  return counts
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${word} ${count}`)
    .join(', ')
}

/**
 * Returns a list as it hangs on the college's board: roll number, name and verdict of each student, by roll number. It
 * has neither figures nor reasons.
 */
export const boardDocument = (snapshot: Snapshot, maker: Maker): PdfReport => ({
  college: maker.college,
  title: 'Eligibility List, Names for the Board',
  date: dayText(maker.timezone),
  facts: [...frozenFacts(snapshot, maker.timezone), ['Students', countsText(snapshot.rows)]],
  parts: [
    {
      table: {
        columns: [
          { label: 'Roll No.', share: 0.26 },
          { label: 'Student Name', share: 0.46 },
          { label: 'Verdict', share: 0.28 },
        ],
        rows: snapshot.rows.map(({ roll_no, name, verdict }) => [roll_no ?? '', name, WORDS[verdict]]),
        empty: '',
        isHalved: true,
      },
      notes: ['Figures and rules are in the list of this number, which the college has.'],
    },
  ],
})

/** Returns the same in rows, for a spreadsheet. */
export const boardSheet = (rows: readonly Pick<FrozenRow, 'roll_no' | 'name' | 'verdict'>[]) => ({
  columns: ['Roll Number', 'Student Name', 'Verdict'],
  rows: rows.map(({ roll_no, name, verdict }) => [roll_no ?? '', name, WORDS[verdict]]),
})
