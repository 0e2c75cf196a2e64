import type { CriteriaMarks, Criterion } from '../../shared/contract/criteria.ts'
import { decimalText } from '../../shared/decimals.ts'
import classes from './CriteriaList.module.css'

interface Props {
  criteria: readonly Criterion[]
  /** The marks given for them. */
  marks?: CriteriaMarks | null
}

const marksText = (given: number | null | undefined, { marks }: Criterion) =>
  `${given == null ? '–' : decimalText(given)} of ${decimalText(marks)}`

/** Lists criteria with their greatest marks, or with the marks that were given for them. */
export const CriteriaList = ({ criteria, marks }: Props) => (
  <ol className={classes.list}>
    {criteria.map((criterion, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: criteria have no other name, and do not move here
      <li key={index}>
        <bdi>{criterion.name}</bdi>{' '}
        <span className={classes.marks}>
          {marks ? marksText(marks[index], criterion) : decimalText(criterion.marks)}
        </span>
      </li>
    ))}
  </ol>
)

/** Shows the marks for the criteria of a result, once they are opened; nothing where there are none. */
export const CriteriaDetails = ({
  criteria,
  marks,
}: { criteria: readonly Criterion[] | null } & Pick<Props, 'marks'>) =>
  criteria &&
  marks && (
    <details className={classes.details}>
      <summary>Criteria</summary>
      <CriteriaList criteria={criteria} marks={marks} />
    </details>
  )
