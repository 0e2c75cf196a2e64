import { ActionIcon, Group, Input, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconCloudUpload, IconFileTypePdf, IconTrash } from '@tabler/icons-react'
import { type DragEvent, useId, useState } from 'react'
import { formatSize } from '../../core/formats.ts'
import classes from './FilesFields.module.css'
import { withFiles } from './rules.ts'

interface Props {
  files: readonly File[]
  onChange: (files: File[]) => void
  /** How many files the server keeps already. */
  kept?: number
  error?: string | undefined
  disabled: boolean
}

/** Chooses PDF files, by the system's dialog or by dropping them; each refused one says why. */
export function FilesFields({ files, onChange, kept = 0, error, disabled }: Props) {
  const id = useId()
  const [refused, setRefused] = useState<string[]>([])
  const [over, setOver] = useState(false)
  const problems = error === undefined ? refused : [error, ...refused]

  function add(more: FileList): void {
    const next = withFiles(files, [...more], kept)
    setRefused(next.problems)
    if (next.files.length > files.length) onChange(next.files)
  }

  function onDrop(event: DragEvent): void {
    event.preventDefault()
    setOver(false)
    if (!disabled) add(event.dataTransfer.files)
  }

  return (
    <Stack gap="xs">
      <Input.Wrapper label={kept === 0 ? 'PDF files' : 'More PDF files'} id={id} labelElement="label">
        <label
          className={classes.drop}
          htmlFor={id}
          data-over={over || undefined}
          data-disabled={disabled || undefined}
          data-error={problems.length > 0 || undefined}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={onDrop}
        >
          <IconCloudUpload size={28} stroke={1.5} aria-hidden />
          <span>Choose files or drop them here</span>
          <Text span size="sm" c="dimmed">
            PDF only, at most 10 MB each
          </Text>
          <VisuallyHidden>
            <input
              id={id}
              type="file"
              accept="application/pdf,.pdf"
              multiple
              disabled={disabled}
              data-path="files"
              required={kept === 0}
              aria-invalid={problems.length > 0}
              aria-describedby={problems.length > 0 ? `${id}-problems` : undefined}
              onChange={(event) => {
                if (event.currentTarget.files) add(event.currentTarget.files)
                // Else choosing the same file again would go unnoticed.
                event.currentTarget.value = ''
              }}
            />
          </VisuallyHidden>
        </label>
      </Input.Wrapper>
      <div id={`${id}-problems`} role="alert">
        {problems.map((problem) => (
          <Text key={problem} size="sm" c="var(--mantine-color-error)">
            {problem}
          </Text>
        ))}
      </div>
      {files.length > 0 && (
        <ul className={classes.files} aria-label="Chosen files">
          {files.map((file, index) => (
            <li key={`${file.name}/${file.size}/${file.lastModified}`} className={classes.file}>
              <IconFileTypePdf size={20} stroke={1.5} aria-hidden />
              <span className={classes.name}>{file.name}</span>
              <Group gap={4} wrap="nowrap">
                <Text span size="sm" c="dimmed" className={classes.size}>
                  {formatSize(file.size)}
                </Text>
                <ActionIcon
                  variant="subtle"
                  color="red"
                  aria-label={`Remove ${file.name}`}
                  disabled={disabled}
                  onClick={() => {
                    setRefused([])
                    onChange(files.filter((_, at) => at !== index))
                  }}
                >
                  <IconTrash size={18} aria-hidden />
                </ActionIcon>
              </Group>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}
