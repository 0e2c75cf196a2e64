import type { AssessmentSummary } from '../../../shared/contract/assessment-figures.ts'
import { decimalText, hundredthsOf } from '../../../shared/decimals.ts'
import { Text } from '../../ui/elements.tsx'
import { Facts } from '../../ui/Facts.tsx'
import classes from './SummaryPanel.module.css'

const decimal = (value: number | null) => (value === null ? null : decimalText(value))

/** Returns "25.53% (12 of 47)". */
function passText({ passed, pass_rate, marked }: AssessmentSummary): string | null {
  return passed === null || pass_rate === null ? null : `${decimalText(pass_rate)}% (${passed} of ${marked})`
}

/** Shows count, mean, median, pass rate and distribution of the marks. */
export function SummaryPanel({ summary }: { summary: AssessmentSummary }) {
  const { students, marked, absent, mean, median, lowest, highest } = summary
  return (
    <>
      <Facts
        short
        facts={[
          ['With marks', `${marked} of ${students}`],
          ...(absent > 0 ? [['Absent', String(absent)] as const] : []),
          ['Mean', decimal(mean)],
          ['Median', decimal(median)],
          ['Pass rate', passText(summary)],
          [
            'Lowest to highest',
            lowest !== null && highest !== null && `${decimalText(lowest)} – ${decimalText(highest)}`,
          ],
        ]}
      />
      {summary.total_marks > 0 && marked > 0 && <Histogram summary={summary} />}
    </>
  )
}

/** Draws bars that are the rows of a table: each with its step and its number. */
function Histogram({ summary: { steps } }: { summary: AssessmentSummary }) {
  const most = Math.max(...steps.map(({ count }) => count), 1)
  // A tenth of a total such as 12.75 needs a third decimal, which decides the side of a mark.
  const places = steps.every(({ to }) => hundredthsOf(to) / 100 === to) ? 2 : 3
  return (
    <table className={classes.histogram}>
      <caption className={classes.caption}>How the marks are spread</caption>
      <thead>
        <tr>
          <th scope="col">Marks</th>
          <th scope="col">Students</th>
          <td aria-hidden />
        </tr>
      </thead>
      <tbody>
        {steps.map(({ from, to, count }, index) => (
          <tr key={from}>
            <th scope="row">
              {from.toFixed(places)} {index === steps.length - 1 ? 'to' : 'to below'} {to.toFixed(places)}
            </th>
            <td>
              <Text component="span" fw={600}>
                {count}
              </Text>
            </td>
            <td aria-hidden className={classes.track}>
              <div className={classes.bar} style={{ inlineSize: `${(100 * count) / most}%` }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
