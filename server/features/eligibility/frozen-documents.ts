import type { ConditionStanding } from '../../../shared/contract/eligibility.ts'
import type { FrozenListWithRules, FrozenRow, FrozenRule } from '../../../shared/contract/eligibility-lists.ts'
import { CONDITIONS, ELIGIBILITY_WORDS, labelOf } from '../../../shared/labels.ts'
import { dayText, instantsIn, type Maker, signatureLines } from '../../documents/pdf/maker.ts'
import type { Fact, PdfReport } from '../../documents/pdf/report.ts'
import { isBelow, NOTES, percentText, totals } from './documents.ts'
import type { Snapshot } from './lists.rules.ts'
import { countVerdicts } from './rules.ts'

/** Says a rule in words: "In every department: attendance at least 75%, logbook at least 100%". */
function ruleText(rule: FrozenRule): string {
  const asked = CONDITIONS.flatMap((condition) => {
    const minimum = rule[condition]
    return minimum === null ? [] : [`${labelOf(condition).toLowerCase()} at least ${minimum}%`]
  })
  return `In ${rule.department?.name ?? 'every department'}: ${asked.length > 0 ? asked.join(', ') : 'nothing is asked'}.`
}

/** Says a figure in a department: "Surgery 70.2% of 80%, below (exempted)". A paper is shown around, so it has no reason. */
function figureText(one: ConditionStanding): string {
  if (one.verdict === 'nothing') return `${one.department.name} nothing was held`
  const below = isBelow(one) ? ` of ${one.minimum}%, below` : ''
  const exemption = one.exemption && isBelow(one) ? ' (exempted)' : ''
  return `${one.department.name} ${percentText(one.figure)}${below}${exemption}`
}

/** Returns all figures of a student, a line for each condition. */
const figures = ({ conditions }: Pick<FrozenRow, 'conditions'>) =>
  CONDITIONS.flatMap((condition) => {
    const theirs = conditions.filter((one) => one.condition === condition)
    return theirs.length === 0 ? [] : [`${labelOf(condition)}: ${theirs.map(figureText).join('; ')}`]
  }).join('\n')

type Frozen = Pick<Snapshot, 'title' | 'batch' | 'department' | 'frozen_at'>

export const frozenFacts = ({ title, batch, department, frozen_at }: Frozen, timezone: string): Fact[] => [
  ...(title === null ? [] : [['Title', title] as const]),
  ['Batch', batch.name],
  ['Department', department?.name ?? 'All departments'],
  ['Frozen', instantsIn(timezone)(frozen_at)],
]

type Shown = Omit<Snapshot, 'rows'> & { rows: readonly Omit<FrozenRow, 'student_id'>[] }

/** Returns a list as its paper, with a line for each who signs it. */
export function frozenDocument(snapshot: Shown, maker: Maker): PdfReport {
  const { rules, rows } = snapshot
  return {
    college: maker.college,
    title: 'Eligibility List',
    date: dayText(maker.timezone),
    facts: frozenFacts(snapshot, maker.timezone),
    parts: [
      { heading: 'Required', texts: rules.map(ruleText), notes: NOTES.slice(0, 1) },
      { heading: 'Total', facts: [['Students', String(rows.length)], ...totals(countVerdicts(rows))] },
      {
        table: {
          columns: [
            { label: 'Student Name', share: 0.22 },
            { label: 'Roll Number', share: 0.14 },
            { label: 'Verdict', share: 0.12 },
            { label: 'Figures', share: 0.52 },
          ],
          rows: rows.map((row) => [row.name, row.roll_no ?? '', ELIGIBILITY_WORDS[row.verdict], figures(row)]),
          empty: '',
          keepsRows: true,
        },
      },
      { signatures: signatureLines(maker, 'Head of department', 'Principal'), isWhole: true },
    ],
  }
}

/** Returns the facts about a list and its rules, for a spreadsheet's second sheet. */
export const frozenAbout = (list: FrozenListWithRules, { college, timezone }: Maker) => [
  ['College', college],
  ['Document', list.number],
  ['State', labelOf(list.state)],
  ...frozenFacts(list, timezone),
  ['Frozen by', list.frozen_by.name],
  ...list.rules.map((rule) => ['Required', ruleText(rule)]),
  ...totals(list.counts),
  ['Counted', NOTES[0] ?? ''],
]
