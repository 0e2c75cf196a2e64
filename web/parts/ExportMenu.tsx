import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { messageOf } from '../core/api-error.ts'
import { saveFile } from '../core/downloads.ts'
import { toast } from '../core/toasts.ts'

export type SheetFormat = 'csv' | 'xlsx'

interface Props {
  /** The file's name without its ending. */
  name: string
  label?: string
  read: (format: SheetFormat) => Promise<Blob>
}

/** A list as a file, CSV or XLSX. */
export function ExportMenu({ name, label = 'Export', read }: Props) {
  const [busy, setBusy] = useState(false)

  async function save(format: SheetFormat) {
    setBusy(true)
    try {
      saveFile(await read(format), `${name}.${format}`)
    } catch (error) {
      toast.error(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <Button variant="default" disabled={busy} leftSection={<IconDownload size={16} aria-hidden />}>
          {busy ? 'Exporting...' : label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => save('csv')}>CSV</Menu.Item>
        <Menu.Item onClick={() => save('xlsx')}>Excel (XLSX)</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
