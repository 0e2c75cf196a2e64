import { IconHistory } from '@tabler/icons-react'
import { type MouseEvent, memo, useId, useState } from 'react'
import { IconAction } from '../../ui/IconAction.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { markText } from './absent.rules.ts'
import type { MarkLine } from './lines.rules.ts'
import { AbsentButton, COLUMNS, type FieldProps, MarkField } from './MarkFields.tsx'
import { MarkHistoryPanel } from './MarkHistoryPanel.tsx'
import classes from './MarksList.module.css'
import { type LineDraft, problemsOf, storedValues } from './results.rules.ts'

interface Props {
  line: MarkLine
  /** The typed text that is not stored yet. Texts, since each key reads all lines anew from the device. */
  typedMarks: string | undefined
  typedRemarks: string | undefined
  readOnly: boolean
  /** True for the first line that takes marks, which shows the hint about the keys. */
  first: boolean
  onType: (line: MarkLine, change: Partial<LineDraft>) => void
}

/** The name of a line: a student with the roll number, or an assessment with its total. */
export const LineName = ({ line: { name, note, isPerson } }: { line: MarkLine }) => (
  <>
    <span className={classes.name}>{isPerson ? <PersonName name={name} /> : <bdi>{name}</bdi>}</span>{' '}
    <span className={classes.note}>{note}</span>
  </>
)

/** Selects the whole field at a click: the browser would place the caret, and typing would add to the text. */
function selectAll(event: MouseEvent<HTMLInputElement>): void {
  if (document.activeElement === event.currentTarget) return
  event.preventDefault()
  event.currentTarget.focus()
}

/** The marks of a line that takes none any more, with the reason. */
const ClosedMarks = ({ line: { stored, out } }: { line: MarkLine }) => (
  <div className={classes.out}>
    <span className={classes.figures}>{markText(stored, 'No marks')}</span>
    {out && out !== 'active' ? (
      <StatusBadge status={out} />
    ) : (
      <StatusBadge status="inactive" label="No longer in the group" />
    )}
  </div>
)

const NO_PROBLEMS = { marks: undefined, remarks: undefined }

/** Shows a student, or an assessment, with marks and remarks. Memoised: drawn again only when its own values change. */
export const MarksRow = memo(function MarksRow(props: Props) {
  const { line, typedMarks, typedRemarks, readOnly, first, onType } = props
  const id = useId()
  const [history, setHistory] = useState(false)
  const { name, stored, isMarked } = line
  const isTyped = typedMarks !== undefined
  const before = storedValues(stored)
  const shown = { marks: typedMarks ?? before.marks, remarks: typedRemarks ?? before.remarks }
  const problems = isTyped ? problemsOf(line, shown) : NO_PROBLEMS
  const was = shown.marks === before.marks ? '' : markText(stored, '')
  const fieldOf = (column: FieldProps['column']) => ({
    line,
    column,
    problemId: problems[column] && `${id}-${column}`,
    readOnly,
    value: shown[column],
    onType,
  })

  return (
    <li className={classes.row} data-typed={isTyped || undefined}>
      <div className={classes.who}>
        <LineName line={line} />
        {was !== '' && <span className={classes.was}>was {was}</span>}
      </div>
      {isMarked ? (
        <>
          <MarkField
            {...fieldOf('marks')}
            inputMode="decimal"
            data-autofocus={first || undefined}
            aria-label={`Marks of ${name}`}
            onMouseDown={selectAll}
            onClick={(event) => !isTyped && event.currentTarget.select()}
            onFocus={(event) => event.currentTarget.select()}
          />
          <AbsentButton line={line} readOnly={readOnly} shown={shown.marks} before={before.marks} onType={onType} />
          <MarkField {...fieldOf('remarks')} dir="auto" placeholder="Remarks" aria-label={`Remarks for ${name}`} />
        </>
      ) : (
        <ClosedMarks line={line} />
      )}
      <div className={classes.history}>
        {stored && (
          <IconAction
            label={`History of the marks of ${name}`}
            icon={IconHistory}
            onClick={() => setHistory(!history)}
          />
        )}
      </div>
      {COLUMNS.map(
        (column) =>
          problems[column] && (
            <div key={column} id={`${id}-${column}`} className={classes.problem} role="status">
              {problems[column]}
            </div>
          ),
      )}
      {isTyped && line.notice && (
        <div className={classes.notice} role="status">
          {line.notice}
        </div>
      )}
      {history && stored && (
        <div className={classes.trail}>
          <MarkHistoryPanel result={stored} />
        </div>
      )}
    </li>
  )
})
