import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import type { ImportKind } from '../../../shared/contract/imports.ts'
import { figure } from '../../../shared/labels.ts'
import { IMPORT_ROWS_MAX } from '../../../shared/limits.ts'
import { messageOf } from '../../core/api-error.ts'
import { saveFile } from '../../core/downloads.ts'
import { toast } from '../../core/toasts.ts'
import { DropZone } from '../../parts/DropZone.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Group, Stack, Text } from '../../ui/elements.tsx'
import { readTemplate } from './api.ts'
import { ABOUT } from './rules.ts'

interface Props {
  kind: ImportKind
  problems: readonly string[]
  onChoose: (file: File) => void
}

/** Offers the empty tables to fill in, and takes the filled one, chosen or dropped. */
export function SheetFields({ kind, problems, onChoose }: Props) {
  async function download(format: 'csv' | 'xlsx'): Promise<void> {
    try {
      saveFile(await readTemplate(kind, format), `${kind}-template.${format}`)
    } catch (error) {
      toast.error(messageOf(error))
    }
  }

  return (
    <Stack gap="md">
      <Text>{ABOUT[kind]}</Text>
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
      <DropZone
        label="CSV or XLSX file"
        icon={IconFileSpreadsheet}
        title="Choose a file or drop it here"
        note={`At most ${figure(IMPORT_ROWS_MAX)} rows and 5 MB`}
        accept=".csv,.xlsx"
        problems={problems}
        onChoose={([file]) => file && onChoose(file)}
      />
    </Stack>
  )
}
