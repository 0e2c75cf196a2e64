import { Button, Group, Input, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import { type DragEvent, useId, useState } from 'react'
import type { ImportKind } from '../../../shared/contract/imports.ts'
import { IMPORT_ROWS_MAX } from '../../../shared/limits.ts'
import { messageOf } from '../../core/api-error.ts'
import { saveFile } from '../../core/downloads.ts'
import { toast } from '../../core/toasts.ts'
import { readTemplate } from './api.ts'
import classes from './FileFields.module.css'

interface Props {
  kind: ImportKind
  problem: string | undefined
  onChoose: (file: File) => void
}

/** What an import takes: the empty tables to fill in, and the filled one, chosen or dropped. */
export function FileFields({ kind, problem, onChoose }: Props) {
  const id = useId()
  const [over, setOver] = useState(false)

  async function download(format: 'csv' | 'xlsx'): Promise<void> {
    try {
      saveFile(await readTemplate(kind, format), `${kind}-template.${format}`)
    } catch (error) {
      toast.error(messageOf(error))
    }
  }

  function onDrop(event: DragEvent): void {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file) onChoose(file)
  }

  return (
    <Stack gap="md">
      <Text>
        Fill in the template, one person a row, and choose the file here. Whoever is known already is updated, an empty
        cell leaving what is stored; everybody else is added with an account. You see what will happen before anything
        is written.
      </Text>
      <Group gap="xs">
        {(['csv', 'xlsx'] as const).map((format) => (
          <Button
            key={format}
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => download(format)}
          >
            Template as {format.toUpperCase()}
          </Button>
        ))}
      </Group>
      <Input.Wrapper label="CSV or XLSX file" id={id} labelElement="label">
        <label
          className={classes.drop}
          htmlFor={id}
          data-over={over || undefined}
          data-error={problem !== undefined || undefined}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={onDrop}
        >
          <IconFileSpreadsheet size={28} stroke={1.5} aria-hidden />
          <span>Choose a file or drop it here</span>
          <Text span size="sm" c="dimmed">
            At most {IMPORT_ROWS_MAX.toLocaleString('en')} rows and 5 MB
          </Text>
          <VisuallyHidden>
            <input
              id={id}
              type="file"
              accept=".csv,.xlsx"
              aria-invalid={problem !== undefined}
              aria-describedby={problem === undefined ? undefined : `${id}-problem`}
              onChange={(event) => {
                const file = event.currentTarget.files?.[0]
                // Else choosing the mended file of the same name would go unnoticed.
                event.currentTarget.value = ''
                if (file) onChoose(file)
              }}
            />
          </VisuallyHidden>
        </label>
      </Input.Wrapper>
      <div id={`${id}-problem`} role="alert">
        {problem && (
          <Text size="sm" c="var(--mantine-color-error)">
            {problem}
          </Text>
        )}
      </div>
    </Stack>
  )
}
