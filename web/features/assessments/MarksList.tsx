import { useCallbackRef } from '@mantine/hooks'
import { type ClipboardEvent, type KeyboardEvent, useMemo, useState } from 'react'
import { decimalText } from '../../../shared/decimals.ts'
import { useFrameDialog } from '../../core/url-state.ts'
import { DeviceBadge } from '../../parts/DeviceState.tsx'
import { Text, VisuallyHidden } from '../../ui/elements.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { showFocused, Tally } from '../../ui/Tally.tsx'
import { ChecklistModal } from './ChecklistModal.tsx'
import { linesFound, type MarkLine, type MarkSection } from './lines.rules.ts'
import classes from './MarksList.module.css'
import { MarksRow } from './MarksRow.tsx'
import type { Marking } from './marking.ts'
import { cellsIn, type Paste } from './paste.rules.ts'

interface Props {
  sections: readonly MarkSection[]
  marking: Marking
  /** True for the assessments of one student: their totals differ, so the mean is in percent. */
  mixed: boolean
  /** The name of the assessment, or of the student. */
  subject: string
  onPaste: (pasted: Paste) => void
}

/** A list of so many lines gets a search; a shorter one is all in sight. */
const SEARCHED_FROM = 12

/** Focuses the field of another line in the same column. */
function focusLine(list: HTMLElement, from: HTMLInputElement, step: 1 | -1): void {
  const column = [...list.querySelectorAll<HTMLInputElement>(`input[data-column="${from.dataset.column}"]`)]
  column[column.indexOf(from) + step]?.focus()
}

/** Shows the lines with their fields, and the totals so far. */
export function MarksList({ sections, marking, mixed, subject, onPaste }: Props) {
  const [search, setSearch] = useState('')
  const checklist = useFrameDialog('checklist')
  // Always the same function, so that a key draws one line again and not a hundred.
  const showChecklist = useCallbackRef(({ key }: MarkLine) => checklist.show(key))
  const { totals, typed, pending, onType } = marking
  const count = sections.reduce((sum, { lines }) => sum + lines.length, 0)
  const shown = useMemo(
    () => sections.map(({ label, lines }) => ({ label, lines: linesFound(lines, search) })),
    [sections, search],
  )
  const inOrder = shown.flatMap(({ lines }) => lines.filter(({ isMarked }) => isMarked))
  const listed = inOrder.filter(({ criteria }) => criteria !== null)
  const checked = listed.find(({ key }) => String(key) === checklist.value)
  const what = mixed ? 'assessments' : 'students'
  const found = shown.reduce((sum, { lines }) => sum + lines.length, 0)
  const first = inOrder[0]

  // Enter and the arrows move up and down the column.
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const from = event.target
    if (!(from instanceof HTMLInputElement) || !from.dataset.column || event.nativeEvent.isComposing) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const up = event.key === 'ArrowUp' || (event.key === 'Enter' && event.shiftKey)
    if (!up && event.key !== 'ArrowDown' && event.key !== 'Enter') return
    event.preventDefault()
    focusLine(event.currentTarget, from, up ? -1 : 1)
  }

  function onPasted(event: ClipboardEvent<HTMLElement>): void {
    const at = event.target
    if (!(at instanceof HTMLInputElement) || at.dataset.column !== 'marks' || pending) return
    const copied = cellsIn(event.clipboardData.getData('text'))
    if (!copied) return
    event.preventDefault()
    const start = inOrder.findIndex(({ key }) => String(key) === at.dataset.key)
    onPaste({ ...copied, lines: inOrder.slice(Math.max(start, 0)) })
  }

  const { mean, share } = totals
  const percent = share === undefined ? undefined : `${share.toFixed(1)}%`
  const meanText = mixed ? percent : mean === undefined ? undefined : decimalText(mean)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out like this in every browser
    <div
      role="group"
      aria-label="Marks"
      className={classes.list}
      onKeyDown={onKeyDown}
      onPaste={onPasted}
      onFocus={showFocused}
    >
      <Tally
        label="Totals"
        figures={{
          Entered: totals.entered,
          Left: totals.left,
          Absent: totals.absent || undefined,
          'Not right': totals.wrong || undefined,
          Mean: meanText ?? '–',
        }}
      >
        {marking.differences.length > 0 && <DeviceBadge state="begun" />}
      </Tally>
      <div className={classes.tools}>
        <Text size="sm" c="dimmed" className={classes.keys}>
          Keys: Enter or ↓ next, ↑ back, A absent. A column copied from a spreadsheet can be pasted.
        </Text>
        {count >= SEARCHED_FROM && (
          <div className={classes.search}>
            <SearchField
              label={`Search ${what}`}
              placeholder={mixed ? 'Name' : 'Name or roll number'}
              value={search}
              onChange={setSearch}
            />
          </div>
        )}
      </div>
      <VisuallyHidden aria-live="polite">{search !== '' && `${found} of ${count} found`}</VisuallyHidden>
      {found === 0 && <Text c="dimmed">No {what} found matching your search</Text>}
      {shown.map(({ label, lines }) => (
        <section key={label ?? ''} aria-label={label}>
          {label && <h3 className={classes.section}>{label}</h3>}
          {lines.length > 0 && (
            // Each field has a name of its own.
            <div className={classes.columns} aria-hidden>
              <span>{mixed ? 'Assessment' : 'Student'}</span>
              <span className={classes.marksHead}>Marks</span>
              <span />
              <span>Remarks</span>
            </div>
          )}
          <ul aria-label={label ?? 'Students'}>
            {lines.map((line) => (
              <MarksRow
                key={line.key}
                line={line}
                typedMarks={typed[line.key]?.marks}
                typedRemarks={typed[line.key]?.remarks}
                typedCriteria={typed[line.key]?.criteria}
                readOnly={pending}
                first={line === first}
                onType={onType}
                onChecklist={showChecklist}
              />
            ))}
          </ul>
        </section>
      ))}
      {checked && (
        <ChecklistModal
          line={checked}
          lines={listed}
          subject={subject}
          marking={marking}
          onTurn={showChecklist}
          onClose={checklist.close}
        />
      )}
    </div>
  )
}
