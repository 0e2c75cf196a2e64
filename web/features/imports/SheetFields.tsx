import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import type { ImportKind } from '../../../shared/contract/imports.ts'
import { figure } from '../../../shared/labels.ts'
import { IMPORT_ROWS_MAX } from '../../../shared/limits.ts'
import { SHEET_FILE } from '../../../shared/sheet-file.ts'
import { messageOf } from '../../core/api-error.ts'
import { saveFile } from '../../core/downloads.ts'
import { toast } from '../../core/toasts.ts'
import { DropZone } from '../../parts/DropZone.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Group, Stack, Text } from '../../ui/elements.tsx'
import { TextArea } from '../../ui/fields.tsx'
import { readTemplate } from './api.ts'
import { ABOUT } from './rules.ts'

const ENDINGS = SHEET_FILE.endings?.map((ending) => `.${ending}`).join(',')

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
        title="Choose a file"
        note={`At most ${figure(IMPORT_ROWS_MAX)} rows and 5 MB`}
        accept={ENDINGS}
        problems={problems}
        onChoose={([file]) => file && onChoose(file)}
      />
      <PasteField onChoose={onChoose} />
    </Stack>
  )
}

/** Takes a table from the clipboard, as spreadsheet programs copy it; a letter more or less may be typed before. */
function PasteField({ onChoose }: Pick<Props, 'onChoose'>) {
  const [text, setText] = useState('')
  function read(table: string): void {
    setText('')
    onChoose(new File([table], 'Pasted table.csv', { type: 'text/csv' }))
  }
  return (
    <>
      <TextArea
        label="Or paste the rows here"
        description="Copy them in your spreadsheet program, with the headings"
        rows={2}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain')
          // A single line is no table yet.
          if (text !== '' || !/\n./.test(pasted)) return
          event.preventDefault()
          read(pasted)
        }}
      />
      {text.trim() !== '' && (
        <Group>
          <Button variant="default" onClick={() => read(text)}>
            Read what was pasted
          </Button>
        </Group>
      )}
    </>
  )
}
