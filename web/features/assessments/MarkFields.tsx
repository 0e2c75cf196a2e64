import { type ComponentProps, type MouseEvent, useRef } from 'react'
import { sumText } from '../../parts/criteria-texts.ts'
import { ABSENT, isAbsent, typedMarks } from './absent.rules.ts'
import type { MarkLine } from './lines.rules.ts'
import own from './MarkFields.module.css'
import classes from './MarksList.module.css'
import { type LineDraft, storedValues } from './results.rules.ts'

type OnType = (line: MarkLine, change: Partial<LineDraft>) => void

export const COLUMNS = ['marks', 'remarks'] as const

interface FieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  line: MarkLine
  column: (typeof COLUMNS)[number]
  /** The id of the problem's text, which stands below the row. */
  problemId: string | undefined
  onType: OnType
}

const MarkField = ({ line, column, problemId, onType, ...rest }: FieldProps & { value: string }) => (
  <input
    className={classes[column]}
    type="text"
    autoComplete="off"
    enterKeyHint="next"
    data-column={column}
    data-key={line.key}
    aria-invalid={problemId !== undefined}
    aria-describedby={problemId}
    onChange={({ currentTarget: { value } }) =>
      onType(line, { [column]: column === 'marks' ? typedMarks(value, rest.value) : value })
    }
    {...rest}
  />
)

interface ButtonProps {
  line: MarkLine
  readOnly: boolean
  onType: OnType
  /** The marks as they are shown, and those of a student who is there after all. */
  shown: string
  present: string
}

/** Takes the student as absent, or takes that back: a phone's keyboard for numbers has no letters. */
function AbsentButton({ line, readOnly, shown, present, onType }: ButtonProps) {
  const pressed = isAbsent(shown)
  // A slip of the finger takes no typed marks along.
  const former = useRef<string>(undefined)

  function press(): void {
    if (!pressed) former.current = shown
    onType(line, { marks: pressed ? (former.current ?? present) : ABSENT })
  }

  return (
    <button
      type="button"
      className={own.absent}
      aria-label={line.isPerson ? `Absent for ${line.name}` : `Absent in ${line.name}`}
      aria-pressed={pressed}
      disabled={readOnly}
      onClick={press}
    >
      Absent
    </button>
  )
}

/** Selects the whole field at a click: the browser would place the caret, and typing would add to the text. */
function selectAll(event: MouseEvent<HTMLInputElement>): void {
  if (document.activeElement === event.currentTarget) return
  event.preventDefault()
  event.currentTarget.focus()
}

interface TakenProps {
  line: MarkLine
  shown: Record<(typeof COLUMNS)[number] | 'criteria', string>
  isTyped: boolean
  problems: Record<(typeof COLUMNS)[number], string | undefined>
  /** The beginning of the ids of the problems' texts. */
  id: string
  readOnly: boolean
  first: boolean
  onType: OnType
}

/** The marks of a line, its absence and its remarks. Marks that come from criteria are changed there. */
export function TakenFields({ line, shown, isTyped, problems, id, readOnly, first, onType }: TakenProps) {
  const { name, stored, criteria } = line
  const before = storedValues(stored).marks
  const isSum = criteria !== null && shown.criteria !== ''
  const own = isAbsent(before) ? '' : before
  const fieldOf = (column: FieldProps['column']) => ({
    line,
    column,
    problemId: problems[column] && `${id}-${column}`,
    readOnly,
    value: shown[column],
    onType,
  })
  return (
    <>
      <MarkField
        {...fieldOf('marks')}
        readOnly={readOnly || isSum}
        title={isSum ? 'Marked by the checklist' : undefined}
        inputMode="decimal"
        data-autofocus={first || undefined}
        aria-label={`Marks of ${name}`}
        onMouseDown={selectAll}
        // Typing on in the word would spoil it.
        onClick={(event) => (!isTyped || isAbsent(shown.marks)) && event.currentTarget.select()}
        onFocus={(event) => event.currentTarget.select()}
      />
      <AbsentButton
        line={line}
        readOnly={readOnly}
        shown={shown.marks}
        present={isSum ? sumText(shown.criteria, criteria, 'hundredths') : own}
        onType={onType}
      />
      <MarkField {...fieldOf('remarks')} dir="auto" placeholder="Remarks" aria-label={`Remarks for ${name}`} />
    </>
  )
}
