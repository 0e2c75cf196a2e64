import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { BULK_TASKS_MAX } from '../../../shared/limits.ts'
import { BY_NAME, SkillPicker } from '../../parts/SkillPicker.tsx'
import { ActionIcon, Button } from '../../ui/buttons.tsx'
import { TextInput } from '../../ui/fields.tsx'
import type { Fields } from '../../ui/schema-form.ts'
import classes from './BulkTasksModal.module.css'
import { type BulkValues, digitsOnly, newBulkRow, withSkill } from './rules.ts'

interface Props {
  fields: Fields<BulkValues>
  departmentId: number | undefined
}

/** Edits tasks in rows; the last row holds the button for another. */
export function BulkRows({ fields, departmentId }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const { rows } = fields.values

  /** Focuses the row's name once it is there. */
  function focusRow(index: number): void {
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-path="rows.${index}.name"]`)?.focus())
  }

  function add(): void {
    fields.insertListItem('rows', newBulkRow())
    focusRow(rows.length)
  }

  function remove(index: number): void {
    fields.removeListItem('rows', index)
    focusRow(Math.min(index, rows.length - 2))
  }

  return (
    <div ref={list}>
      {rows.map((row, index) => (
        <fieldset key={row.key} className={classes.row}>
          <legend className={classes.legend}>Task {index + 1}</legend>
          <TextInput
            className={classes.name}
            label="Task name"
            // With department and groups already chosen, typing starts here.
            data-autofocus={(index === 0 && fields.values.group_ids.length > 0) || undefined}
            required
            {...fields.getInputProps(`rows.${index}.name`)}
          />
          <TextInput
            className={classes.frequency}
            label="Frequency"
            required
            inputMode="numeric"
            autoComplete="off"
            {...fields.getInputProps(`rows.${index}.frequency`)}
            onChange={(event) => fields.setFieldValue(`rows.${index}.frequency`, digitsOnly(event.currentTarget.value))}
          />
          <SkillPicker
            {...fields.getInputProps(`rows.${index}.skill`)}
            className={classes.skill}
            departmentId={departmentId}
            blank={BY_NAME}
            onChoose={(skill) => fields.setFieldValue(`rows.${index}`, withSkill(row, skill))}
          />
          <div className={classes.buttons}>
            {rows.length > 1 && (
              <ActionIcon
                variant="subtle"
                color="red"
                size={36}
                aria-label={`Remove task ${index + 1}`}
                onClick={() => remove(index)}
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            )}
            {index === rows.length - 1 && (
              <Button
                variant="default"
                leftSection={<IconPlus size={16} aria-hidden />}
                disabled={rows.length >= BULK_TASKS_MAX}
                onClick={add}
              >
                Add row
              </Button>
            )}
          </div>
        </fieldset>
      ))}
    </div>
  )
}
