import type { EligibilityRow } from '../../../shared/contract/eligibility.ts'
import { labelOf } from '../../../shared/labels.ts'
import { guardianLetter } from '../../documents/pdf/letters.ts'
import type { Maker } from '../../documents/pdf/maker.ts'
import type { PdfReport } from '../../documents/pdf/report.ts'
import { countText } from './documents.ts'

const COLUMNS = [
  { label: 'Department', share: 0.3 },
  { label: 'Condition', share: 0.18 },
  { label: 'Reached', share: 0.24, toRight: true },
  { label: 'Share', share: 0.14, toRight: true },
  { label: 'Required', share: 0.14, toRight: true },
]

const isBelow = ({ verdict, exemption }: EligibilityRow['conditions'][number]) =>
  exemption === null && (verdict === 'reachable' || verdict === 'missed')

const CHANCE = {
  at_risk: 'The minimum can still be reached.',
  not_eligible: 'Not every minimum can be reached any more with what is planned.',
}

/** Makes a letter about each student who is at risk or not eligible, in the order of the list. */
export const lettersOf = (rows: readonly EligibilityRow[], maker: Maker): PdfReport[] =>
  rows.flatMap((row) => {
    if (row.verdict !== 'at_risk' && row.verdict !== 'not_eligible') return []
    return [
      guardianLetter(maker, {
        title: 'Below what the examination requires',
        student: row,
        opening: `We regret to inform you that ${row.name} stands below what the college requires of those who sit the examination. These are the figures as of the date of this letter:`,
        table: {
          columns: COLUMNS,
          rows: row.conditions
            .filter(isBelow)
            .map((one) => [
              one.department.name,
              labelOf(one.condition),
              countText(one),
              one.figure === null ? '—' : `${one.figure}%`,
              `${one.minimum}%`,
            ]),
          empty: '',
        },
        notes: [CHANCE[row.verdict]],
        request: `We kindly ask ${row.name} to speak with the departments named above as soon as possible, to learn what is missing and what can still be done.`,
        signer: 'Head of department or principal',
      }),
    ]
  })
