import type { TablerIcon } from '@tabler/icons-react'
import { type DragEvent, useId, useState } from 'react'
import { Stack, Text, VisuallyHidden } from '../ui/elements.tsx'
import { FieldFrame } from '../ui/fields.tsx'
import classes from './DropZone.module.css'

interface Props {
  label: string
  icon: TablerIcon
  title: string
  /** Says which files may be chosen. */
  note: string
  /** The kinds that the system's dialog offers; all if missing. */
  accept?: string | undefined
  multiple?: boolean
  required?: boolean
  disabled?: boolean
  /** The field's name in its form. */
  path?: string
  /** The advice before the choice. */
  advice?: string | undefined
  /** The advice that prevents a mistake. */
  hint?: string | undefined
  problems: readonly string[]
  onChoose: (files: File[]) => void
}

/** Takes files by the system's dialog, or by dropping them, which is not offered where there is no mouse. */
export function DropZone(props: Props) {
  const {
    label,
    icon: Icon,
    title,
    note,
    multiple = false,
    disabled = false,
    advice,
    hint,
    problems,
    path,
    onChoose,
  } = props
  const id = useId()
  const [over, setOver] = useState(false)
  const isWrong = problems.length > 0
  const described =
    [advice && `${id}-advice`, hint && `${id}-hint`, isWrong && `${id}-problems`].filter(Boolean).join(' ') || undefined

  function choose(list: FileList | null): void {
    const files = [...(list ?? [])]
    if (files.length > 0) onChoose(multiple ? files : files.slice(0, 1))
  }

  function onDrop(event: DragEvent): void {
    event.preventDefault()
    setOver(false)
    if (!disabled) choose(event.dataTransfer.files)
  }

  return (
    <Stack gap="xs">
      <FieldFrame id={id} look={{ label }}>
        <label
          className={classes.drop}
          htmlFor={id}
          data-over={over || undefined}
          data-disabled={disabled || undefined}
          data-error={isWrong || undefined}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={onDrop}
        >
          <Icon size={28} stroke={1.5} aria-hidden />
          <span>
            {title} <span className={classes.dropping}>or drop {multiple ? 'them' : 'it'} here</span>
          </span>
          <Text span size="sm" c="dimmed">
            {note}
          </Text>
          <VisuallyHidden>
            <input
              id={id}
              type="file"
              accept={props.accept}
              multiple={multiple}
              required={props.required}
              disabled={disabled}
              data-path={path}
              aria-invalid={isWrong}
              aria-describedby={described}
              onChange={(event) => {
                choose(event.currentTarget.files)
                // Without this, choosing the same file again would go unnoticed.
                event.currentTarget.value = ''
              }}
            />
          </VisuallyHidden>
        </label>
      </FieldFrame>
      {advice && (
        <Text id={`${id}-advice`} size="sm" c="dimmed">
          {advice}
        </Text>
      )}
      {hint && (
        <Text id={`${id}-hint`} size="sm" fw={600}>
          {hint}
        </Text>
      )}
      <div id={`${id}-problems`} role="alert">
        {problems.map((problem) => (
          <Text key={problem} size="sm" c="var(--mantine-color-error)">
            {problem}
          </Text>
        ))}
      </div>
    </Stack>
  )
}
