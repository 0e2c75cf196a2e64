import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, useRef } from 'react'
import { QUESTION_OPTIONS_MAX } from '../../../shared/limits.ts'
import { ActionIcon, Button } from '../../ui/buttons.tsx'
import { Stack, Text } from '../../ui/elements.tsx'
import { TextInput } from '../../ui/fields.tsx'
import type { RecordFields } from '../../ui/record-form.ts'
import { newOption, type QuestionValues } from './form.rules.ts'
import classes from './OptionRows.module.css'

interface Props {
  fields: RecordFields<QuestionValues>
  disabled: boolean
}

/** Edits the options of a question, one a row; blank ones are not saved. */
export function OptionRows({ fields, disabled }: Props) {
  const list = useRef<HTMLFieldSetElement>(null)
  const { options } = fields.values
  const problem = fields.errors.options

  function set(rows: typeof options): void {
    fields.setFieldValue('options', rows)
    fields.clearFieldError('options')
  }

  /** Focuses the option once it is there. */
  function focus(index: number): void {
    requestAnimationFrame(() => list.current?.querySelectorAll('input')[index]?.focus())
  }

  function add(): void {
    set([...options, newOption()])
    focus(options.length)
  }

  /** Goes on to the next option at Enter, which would save the form. */
  function goOn(event: KeyboardEvent, index: number): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (index < options.length - 1) focus(index + 1)
    else if (options[index]?.text.trim() && options.length < QUESTION_OPTIONS_MAX) add()
  }

  function remove(index: number): void {
    set(options.toSpliced(index, 1))
    focus(Math.max(0, index - 1))
  }

  return (
    <fieldset ref={list} data-path="options">
      <legend className={classes.legend}>Options</legend>
      <Stack gap="xs">
        {options.map(({ key, text }, index) => (
          <div key={key} className={classes.row}>
            <TextInput
              className={classes.text}
              aria-label={`Option ${index + 1}`}
              placeholder={`Option ${index + 1}`}
              dir="auto"
              value={text}
              error={index === 0 && problem !== undefined}
              disabled={disabled}
              onChange={(event) => set(options.with(index, { key, text: event.currentTarget.value }))}
              onKeyDown={(event) => goOn(event, index)}
            />
            {options.length > 1 && !disabled && (
              <ActionIcon
                variant="subtle"
                color="red"
                size={36}
                aria-label={`Remove option ${index + 1}`}
                onClick={() => remove(index)}
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            )}
          </div>
        ))}
        {problem && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {problem}
          </Text>
        )}
        <Button
          className={classes.add}
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={disabled || options.length >= QUESTION_OPTIONS_MAX}
          onClick={add}
        >
          Add option
        </Button>
      </Stack>
    </fieldset>
  )
}
