import { useId } from 'react'
import type { Criterion } from '../../../shared/contract/criteria.ts'
import { decimalText } from '../../../shared/decimals.ts'
import classes from './ChecklistModal.module.css'
import { criterionProblem } from './criteria.rules.ts'

interface Props {
  criterion: Criterion
  text: string
  readOnly: boolean
  onType: (text: string) => void
}

/** The marks of one criterion: typed, or by a tap for none or all of them. */
export function CriterionFields({ criterion, text, readOnly, onType }: Props) {
  const id = useId()
  const { name, marks } = criterion
  const problem = criterionProblem(text, criterion)
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
      onClick={() => onType(value)}
    >
      {word}
    </button>
  )
  const [none, full] = taps.map(button)
  return (
    <li className={classes.criterion}>
      <div className={classes.name} id={id}>
        <bdi>{name}</bdi> <span className={classes.of}>of {decimalText(marks)}</span>
      </div>
      {none}
      <input
        className={classes.marks}
        type="text"
        inputMode="decimal"
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
