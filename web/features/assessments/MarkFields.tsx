import type { ComponentProps } from 'react'
import { ABSENT, isAbsent, typedMarks } from './absent.rules.ts'
import type { MarkLine } from './lines.rules.ts'
import own from './MarkFields.module.css'
import classes from './MarksList.module.css'
import type { LineDraft } from './results.rules.ts'

type OnType = (line: MarkLine, change: Partial<LineDraft>) => void

export const COLUMNS = ['marks', 'remarks'] as const

export interface FieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  line: MarkLine
  column: (typeof COLUMNS)[number]
  /** The id of the problem's text, which stands below the row. */
  problemId: string | undefined
  onType: OnType
}

/** A field of a line. */
export const MarkField = ({ line, column, problemId, onType, ...rest }: FieldProps & { value: string }) => (
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
  /** The marks as they are shown, and as they are stored. */
  shown: string
  before: string
}

/** Takes the student as absent, or takes that back: a phone's keyboard for numbers has no letters. */
export function AbsentButton({ line, readOnly, shown, before, onType }: ButtonProps) {
  const pressed = isAbsent(shown)
  const present = isAbsent(before) ? '' : before
  return (
    <button
      type="button"
      className={own.absent}
      aria-label={line.isPerson ? `Absent for ${line.name}` : `Absent in ${line.name}`}
      aria-pressed={pressed}
      disabled={readOnly}
      onClick={() => onType(line, { marks: pressed ? present : ABSENT })}
    >
      Abs
    </button>
  )
}
