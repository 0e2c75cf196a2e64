import { type CriteriaMarks, type Criterion, type Fineness, markText } from '../../shared/criteria.ts'
import classes from './CriteriaList.module.css'

interface Props {
  criteria: readonly Criterion[]
  fine?: Fineness
  /** The marks given for them. */
  marks?: CriteriaMarks | null
}

const marksText = (given: number | null | undefined, { marks }: Criterion, fine: Fineness) =>
  `${given == null ? '–' : markText[fine](given)} of ${markText[fine](marks)}`

/** Lists criteria with their greatest marks, or with the marks that were given for them. */
export const CriteriaList = ({ criteria, fine = 'hundredths', marks }: Props) => (
  <ol className={classes.list}>
    {criteria.map((criterion, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: criteria have no other name, and do not move here
      <li key={index}>
        <bdi>{criterion.name}</bdi>{' '}
        <span className={classes.marks}>
          {marks ? marksText(marks[index], criterion, fine) : markText[fine](criterion.marks)}
        </span>
      </li>
    ))}
  </ol>
)

/** Shows the marks for the criteria of a result, once they are opened; nothing where there are none. */
export const CriteriaDetails = ({
  criteria,
  fine,
  marks,
}: { criteria: readonly Criterion[] | null } & Pick<Props, 'fine' | 'marks'>) =>
  criteria &&
  marks && (
    <details className={classes.details}>
      <summary>Criteria</summary>
      <CriteriaList criteria={criteria} {...(fine && { fine })} marks={marks} />
    </details>
  )
