import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../core/api-error.ts'
import { useDownload } from '../core/downloading.ts'
import { saveFile } from '../core/downloads.ts'
import type { OnReceived } from '../core/received.ts'
import { toast } from '../core/toasts.ts'
import { Button } from '../ui/buttons.tsx'
import { Group, Stack, Text } from '../ui/elements.tsx'
import { Menu, type MenuButton, MenuItem } from '../ui/Menu.tsx'
import { Problem } from '../ui/Problem.tsx'
import { Bar } from '../ui/ProgressBar.tsx'
import classes from './ExportPanel.module.css'

const LABELS = { pdf: 'PDF', csv: 'CSV', xlsx: 'Excel (XLSX)' }
type FileFormat = keyof typeof LABELS
export type SheetFormat = Exclude<FileFormat, 'pdf'>

export const SHEETS: readonly SheetFormat[] = ['csv', 'xlsx']
export const DOCUMENTS: readonly FileFormat[] = ['pdf', ...SHEETS]

export type ReadExport<F = FileFormat> = (format: F, signal: AbortSignal, onReceived: OnReceived) => Promise<Blob>

interface Props<F> {
  /** A single one needs no menu: the button saves at once. */
  formats: readonly F[]
  /** The text of the button. */
  label?: string
  /** Returns the file's name without its ending, at the time of saving. */
  fileName: () => string
  read: ReadExport<F>
  /** Replaces every failure's own message. */
  failure?: string
  /** Further files that the menu offers, by their own names. */
  more?: readonly ExportedFile[]
}

/** A file of one format with a name of its own. */
export interface ExportedFile {
  label: string
  format: FileFormat
  fileName: () => string
  read: (signal: AbortSignal, onReceived: OnReceived) => Promise<Blob>
}

/** Saves a list or report as a file, with its progress, a way to cancel, and its failure. */
export function ExportPanel<F extends FileFormat>({
  formats,
  label = 'Export',
  fileName,
  read,
  failure,
  more = [],
}: Props<F>) {
  const { isComing: busy, percent, error, cancel, receive } = useDownload()
  const [isOpen, setIsOpen] = useState(false)
  const begun = useRef(false)
  const control = useRef<HTMLButtonElement>(null)

  // The focused button has gone; the one in its place takes the focus over.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when one has taken the other's place
  useEffect(() => {
    if (begun.current && document.activeElement === document.body) control.current?.focus()
  }, [busy])

  const files: readonly ExportedFile[] = [
    ...formats.map((format) => ({
      label: LABELS[format],
      format,
      fileName,
      read: (signal: AbortSignal, onReceived: OnReceived) => read(format, signal, onReceived),
    })),
    ...more,
  ]

  async function save(chosen: ExportedFile): Promise<void> {
    begun.current = true
    const file = await receive(({ signal, onReceived }) => chosen.read(signal, onReceived))
    if (!file) return
    const name = `${chosen.fileName()}.${chosen.format}`
    saveFile(file, name)
    toast.success(`Exported ${name}`)
  }

  const button = (props: Partial<MenuButton>) => (
    <Button ref={control} variant="default" leftSection={<IconDownload size={16} aria-hidden />} {...props}>
      {label}
    </Button>
  )
  const [first, ...others] = files
  const choice =
    first && others.length === 0 ? (
      button({ onClick: () => save(first) })
    ) : (
      <Menu side="start" isOpen={isOpen} onChange={setIsOpen} button={button}>
        {files.map((file) => (
          <MenuItem key={file.label} onClick={() => save(file)}>
            {file.label}
          </MenuItem>
        ))}
      </Menu>
    )
  const problem = error && (failure ?? messageOf(error))
  return (
    <Stack gap="xs" className={classes.panel} data-busy={busy || undefined}>
      {busy ? (
        <Group gap="sm" wrap="nowrap">
          <Stack gap={4} flex={1}>
            <Text size="sm" role="status">
              {percent === undefined ? 'Exporting...' : `Exporting... ${percent}%`}
            </Text>
            <Bar of="Export" percent={percent} thin />
          </Stack>
          <Button ref={control} variant="default" onClick={cancel}>
            Cancel
          </Button>
        </Group>
      ) : (
        choice
      )}
      {problem && <Problem text={problem} />}
    </Stack>
  )
}
