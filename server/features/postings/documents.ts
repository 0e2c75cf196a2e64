import type { Posting } from '../../../shared/contract/postings.ts'
import { counted } from '../../../shared/labels.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { dayText, type Maker } from '../../documents/pdf/maker.ts'
import type { PdfReport } from '../../documents/pdf/report.ts'
import { type Days, gridsOf } from './document-grids.ts'

const clashText = ({ clashes }: Posting) =>
  clashes
    .map(
      ({ department, students }) =>
        `${counted(students, 'student')} also in ${department?.name ?? 'another department'}`,
    )
    .join('; ')

/** Postings by batch and group, and of each by first day. */
const inOrder = (postings: readonly Posting[]) =>
  postings.toSorted(
    (a, b) =>
      a.batch.name.localeCompare(b.batch.name) ||
      a.group.name.localeCompare(b.group.name, undefined, { numeric: true }) ||
      a.first_day.localeCompare(b.first_day) ||
      a.id - b.id,
  )

/** Returns the plan as it is printed: for each batch its groups by weeks, and a table. */
export function planDocument(postings: readonly Posting[], days: Days, { college, timezone }: Maker): PdfReport {
  const ordered = inOrder(postings)
  const batches = new Map(ordered.map(({ batch }) => [batch.id, batch.name]))
  return {
    college,
    title: 'Rotation Plan',
    date: dayText(timezone),
    facts: [['Postings', String(postings.length)]],
    isLying: true,
    parts:
      postings.length === 0
        ? [{ notes: ['No postings'] }]
        : [...batches].flatMap(([id, name]) => [
            ...gridsOf(
              ordered.filter(({ batch_id }) => batch_id === id),
              days,
            ).map(({ from, to, grid }) => ({
              heading: `${name}, ${writtenDay(from)} to ${writtenDay(to)}`,
              grid,
            })),
            {
              heading: name,
              table: {
                columns: [
                  { label: 'Group', share: 0.16 },
                  { label: 'Department', share: 0.24 },
                  { label: 'From', share: 0.14 },
                  { label: 'To', share: 0.14 },
                  { label: 'Ward', share: 0.14 },
                  { label: 'Clashes', share: 0.18 },
                ],
                rows: ordered
                  .filter(({ batch_id }) => batch_id === id)
                  .map((one) => [
                    one.group.name,
                    one.department.name,
                    writtenDay(one.first_day),
                    writtenDay(one.last_day),
                    one.ward ?? '—',
                    clashText(one) || '—',
                  ]),
                empty: 'No postings',
              },
            },
          ]),
  }
}

/** Returns the plan for a spreadsheet, a row for each posting. */
export const planSheet = (postings: readonly Posting[]) => ({
  title: 'Rotation plan',
  columns: ['Batch', 'Group', 'Department', 'From', 'To', 'Ward', 'Clashes'],
  rows: inOrder(postings).map((one) => [
    one.batch.name,
    one.group.name,
    one.department.name,
    one.first_day,
    one.last_day,
    one.ward,
    clashText(one),
  ]),
})
