import { IconHistory } from '@tabler/icons-react'
import { memo, useId, useState } from 'react'
import { progressText } from '../../parts/criteria-texts.ts'
import { Button } from '../../ui/buttons.tsx'
import { IconAction } from '../../ui/IconAction.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { markText } from './absent.rules.ts'
import type { MarkLine } from './lines.rules.ts'
import { COLUMNS, TakenFields } from './MarkFields.tsx'
import { MarkHistoryPanel } from './MarkHistoryPanel.tsx'
import classes from './MarksList.module.css'
import { type LineDraft, problemsOf, storedValues } from './results.rules.ts'

interface Props {
  line: MarkLine
  /** The typed text that is not stored yet. Texts, since each key reads all lines anew from the device. */
  typedMarks: string | undefined
  typedRemarks: string | undefined
  typedCriteria: string | undefined
  readOnly: boolean
  /** True for the first line that takes marks, which shows the hint about the keys. */
  first: boolean
  onType: (line: MarkLine, change: Partial<LineDraft>) => void
  onChecklist: (line: MarkLine) => void
}

/** The name of a line: a student with the roll number, or an assessment with its total. */
export const LineName = ({ line: { name, note, isPerson } }: { line: MarkLine }) => (
  <>
    <span className={classes.name}>{isPerson ? <PersonName name={name} /> : <bdi>{name}</bdi>}</span>{' '}
    <span className={classes.note}>{note}</span>
  </>
)

/** Opens the criteria of a line; while some have no marks yet, it says how many have. */
const ChecklistButton = ({ line, typed, onChecklist }: Pick<Props, 'line' | 'onChecklist'> & { typed: string }) => (
  <Button
    variant="default"
    size="compact-sm"
    className={classes.checklist}
    aria-label={`Checklist${progressText(typed, line.criteria ?? [])} ${line.isPerson ? 'for' : 'of'} ${line.name}`}
    onClick={() => onChecklist(line)}
  >
    Checklist{progressText(typed, line.criteria ?? [])}
  </Button>
)

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
  const { line, typedMarks, typedRemarks, typedCriteria, readOnly, first, onType, onChecklist } = props
  const id = useId()
  const [history, setHistory] = useState(false)
  const { name, stored, isMarked, criteria } = line
  const isTyped = typedMarks !== undefined
  const before = storedValues(stored)
  const shown = {
    marks: typedMarks ?? before.marks,
    remarks: typedRemarks ?? before.remarks,
    criteria: typedCriteria ?? before.criteria ?? '',
  }
  const problems = isTyped ? problemsOf(line, shown) : NO_PROBLEMS
  const was = shown.marks === before.marks ? '' : markText(stored, '')
  return (
    <li className={classes.row} data-typed={isTyped || undefined}>
      <div className={classes.who}>
        <LineName line={line} />
        {was !== '' && <span className={classes.was}>was {was}</span>}{' '}
        {criteria && isMarked && <ChecklistButton line={line} typed={shown.criteria} onChecklist={onChecklist} />}
      </div>
      {isMarked ? (
        <TakenFields
          line={line}
          shown={shown}
          isTyped={isTyped}
          problems={problems}
          id={id}
          readOnly={readOnly}
          first={first}
          onType={onType}
        />
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
