import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useRef } from 'react'
import type { Fineness } from '../../shared/criteria.ts'
import { CRITERIA_MAX } from '../../shared/limits.ts'
import { ActionIcon, Button } from '../ui/buttons.tsx'
import { Stack, Text } from '../ui/elements.tsx'
import { TextInput } from '../ui/fields.tsx'
import classes from './CriteriaRows.module.css'
import { type CriterionRow, newCriterion, pastedCriteria } from './criterion-rows.ts'
import { useMoveButtons } from './moved-row.ts'

/** The fields of a form that has criteria among others. */
interface CriteriaFields {
  values: { criteria: CriterionRow[] }
  errors: Readonly<Record<string, ReactNode>>
  setFieldValue: (field: 'criteria', rows: CriterionRow[]) => void
  clearFieldError: (field: string) => void
}

interface Props {
  fields: CriteriaFields
  fine: Fineness
  /** The reason why only the names can change. */
  fixed: string | undefined
}

/** Edits the criteria of a record, one a row. A list copied from elsewhere becomes rows. */
export function CriteriaRows({ fields, fine, fixed }: Props) {
  const list = useRef<HTMLFieldSetElement>(null)
  const rows = fields.values.criteria ?? []

  function set(next: CriterionRow[]): void {
    for (const field of Object.keys(fields.errors)) if (field.startsWith('criteria')) fields.clearFieldError(field)
    fields.setFieldValue('criteria', next)
  }

  /** Focuses the name of a row once it is there. */
  function focus(index: number): void {
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLInputElement>('input[data-name]')[index]?.focus())
  }

  function add(): void {
    set([...rows, newCriterion()])
    focus(rows.length)
  }

  function move(index: number, step: 1 | -1): void {
    const [one, other] = [rows[index], rows[index + step]]
    if (one && other) set(rows.with(index, other).with(index + step, one))
  }

  function onPaste(event: ClipboardEvent, index: number): void {
    const pasted = pastedCriteria(event.clipboardData.getData('text'))
    if (pasted.length === 0 || fixed) return
    event.preventDefault()
    set(rows.toSpliced(index, 1, ...pasted).slice(0, CRITERIA_MAX))
  }

  const problem = fields.errors.criteria
  return (
    <fieldset ref={list} data-path="criteria" className={classes.frame}>
      <legend className={classes.legend}>Criteria</legend>
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {fixed ?? 'For a checklist or a rubric: each line with its greatest marks. The total is then their sum.'}
        </Text>
        {rows.map((row, index) => (
          <CriterionRows
            key={row.key}
            row={row}
            index={index}
            count={rows.length}
            fields={fields}
            fine={fine}
            fixed={fixed !== undefined}
            onChange={(change) => set(rows.with(index, { ...row, ...change }))}
            onRemove={() => {
              set(rows.toSpliced(index, 1))
              focus(Math.max(0, index - 1))
            }}
            onMove={(step) => move(index, step)}
            onPaste={(event) => onPaste(event, index)}
            onEnter={() => (index < rows.length - 1 ? focus(index + 1) : !fixed && rows.length < CRITERIA_MAX && add())}
          />
        ))}
        {problem && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {problem}
          </Text>
        )}
        {!fixed && (
          <Button
            className={classes.add}
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={rows.length >= CRITERIA_MAX}
            onClick={add}
          >
            New criterion
          </Button>
        )}
      </Stack>
    </fieldset>
  )
}

interface RowProps {
  row: CriterionRow
  index: number
  count: number
  fields: Props['fields']
  fine: Fineness
  fixed: boolean
  onChange: (change: Partial<CriterionRow>) => void
  onRemove: () => void
  onMove: (step: 1 | -1) => void
  onPaste: (event: ClipboardEvent) => void
  onEnter: () => void
}

/** A criterion with its marks. Enter goes on to the next one, since it would save the form. */
function CriterionRows({
  row,
  index,
  count,
  fields,
  fine,
  fixed,
  onChange,
  onRemove,
  onMove,
  onPaste,
  onEnter,
}: RowProps) {
  const { up, down } = useMoveButtons(true, index)
  const nth = index + 1
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    onEnter()
  }
  return (
    <div className={classes.row}>
      <TextInput
        className={classes.name}
        aria-label={`Criterion ${nth}`}
        placeholder={`Criterion ${nth}`}
        dir="auto"
        data-name
        data-path={`criteria.${index}.name`}
        value={row.name}
        error={fields.errors[`criteria.${index}.name`]}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <TextInput
        className={classes.marks}
        aria-label={`Greatest marks of criterion ${nth}`}
        placeholder={fine === 'whole' ? '0' : '0.00'}
        inputMode={fine === 'whole' ? 'numeric' : 'decimal'}
        autoComplete="off"
        data-path={`criteria.${index}.marks`}
        readOnly={fixed}
        value={row.marks}
        error={fields.errors[`criteria.${index}.marks`]}
        onChange={(event) => onChange({ marks: event.currentTarget.value })}
        onKeyDown={onKeyDown}
      />
      {!fixed && (
        <div className={classes.actions}>
          {index > 0 && (
            <ActionIcon
              ref={up}
              variant="subtle"
              size={36}
              aria-label={`Move criterion ${nth} up`}
              onClick={() => onMove(-1)}
            >
              <IconArrowUp size={18} aria-hidden />
            </ActionIcon>
          )}
          {index < count - 1 && (
            <ActionIcon
              ref={down}
              variant="subtle"
              size={36}
              aria-label={`Move criterion ${nth} down`}
              onClick={() => onMove(1)}
            >
              <IconArrowDown size={18} aria-hidden />
            </ActionIcon>
          )}
          <ActionIcon variant="subtle" color="red" size={36} aria-label={`Remove criterion ${nth}`} onClick={onRemove}>
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </div>
  )
}
