import { useId } from 'react'
import { type Criterion, type Fineness, markText } from '../../shared/criteria.ts'
import classes from './CriterionFields.module.css'
import { criterionProblem } from './criteria-texts.ts'

interface Props {
  criterion: Criterion
  fine: Fineness
  text: string
  readOnly: boolean
  onType: (text: string) => void
}

/** The marks of one criterion: typed, or by a tap for none or all of them. */
export function CriterionFields({ criterion, fine, text, readOnly, onType }: Props) {
  const id = useId()
  const { name, marks } = criterion
  const problem = criterionProblem(text, criterion, fine)
  const taps = [
    { word: 'None', value: '0' },
    { word: 'Full', value: String(marks) },
  ]
  const button = ({ word, value }: (typeof taps)[number]) => (
    <button
      key={word}
      type="button"
      className={classes.tap}
      aria-label={`${word} for ${name}`}
      aria-pressed={text.trim() !== '' && Number(text) === Number(value)}
      disabled={readOnly}
      // Safari leaves the focus where it was, and the list would not notice that it is left.
      onClick={(event) => {
        event.currentTarget.focus()
        onType(value)
      }}
    >
      {word}
    </button>
  )
  const [none, full] = taps.map(button)
  return (
    <li className={classes.criterion}>
      <div className={classes.name} id={id}>
        <bdi>{name}</bdi> <span className={classes.of}>of {markText[fine](marks)}</span>
      </div>
      {none}
      <input
        className={classes.marks}
        type="text"
        inputMode={fine === 'whole' ? 'numeric' : 'decimal'}
        autoComplete="off"
        enterKeyHint="next"
        aria-labelledby={id}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && `${id}-problem`}
        readOnly={readOnly}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      {full}
      {problem && (
        <div id={`${id}-problem`} className={classes.problem} role="status">
          {problem}
        </div>
      )}
    </li>
  )
}
