import { IconArrowBackUp, IconDownload, IconExternalLink, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { SHOWN_IN_PLACE } from '../../shared/files.ts'
import { releaseAddress, saveFile } from '../core/downloads.ts'
import { formatSize } from '../core/formats.ts'
import { toast } from '../core/toasts.ts'
import { ActionIcon } from '../ui/buttons.tsx'
import { Text } from '../ui/elements.tsx'
import { FileIcon } from './FileIcon.tsx'
import classes from './FilesList.module.css'

export type FileUse = 'download' | 'view'

/** Reads a file of the record that is shown. */
type ReadFile = (use: FileUse, name: string) => Promise<Blob>

interface StoredFile {
  name: string
  size: number
  /** The type that the server found. Files of other types than a browser shows are only downloaded. */
  type?: string | undefined
}

export const FileRows = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul aria-label={label}>{children}</ul>
)

interface RowProps {
  file: StoredFile
  /** The type that the server found. */
  type?: string | undefined
  removed?: boolean
  /** Says what becomes of a removed file. */
  removedText?: string
  children: ReactNode
}

/** Shows a file's name and size, with its buttons. */
export const FileRow = ({ file, type, removed, removedText = 'will be removed', children }: RowProps) => (
  <li className={classes.file} data-removed={removed || undefined}>
    <FileIcon name={file.name} type={type} />
    <span className={classes.name}>
      {/* The ending stands at the end, whatever the direction of the first word. */}
      <bdi dir="ltr" className={classes.given}>
        {file.name}
      </bdi>{' '}
      <Text span size="sm" c="dimmed" className={classes.size}>
        {removed ? removedText : formatSize(file.size)}
      </Text>
    </span>
    <span className={classes.buttons}>{children}</span>
  </li>
)

function openTab(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.target = '_blank'
  link.rel = 'noopener'
  link.click()
}

async function downloadFile(read: ReadFile, name: string): Promise<void> {
  try {
    saveFile(await read('download', name), name)
    toast.success('File downloaded successfully!')
  } catch {
    toast.error('Failed to download file. Please try again.')
  }
}

async function openFile(read: ReadFile, name: string): Promise<void> {
  // Opened at the click: a browser blocks a tab that opens later, when the file has arrived.
  const tab = window.open('', '_blank')
  try {
    const address = URL.createObjectURL(await read('view', name))
    if (tab) {
      tab.opener = null
      tab.location.replace(address)
    } else openTab(address)
    releaseAddress(address)
    toast.success('File opened successfully!')
  } catch {
    tab?.close()
    toast.error('Failed to open file. Please try again.')
  }
}

interface StoredProps {
  read: ReadFile
  file: StoredFile
  removed: boolean
  removedText: string | undefined
  onRemove: ((remove: boolean) => void) | undefined
}

function StoredFile({ read, file, removed, removedText, onRemove }: StoredProps) {
  const [busy, setBusy] = useState<FileUse>()
  const use = (which: FileUse, start: typeof openFile) => () => {
    setBusy(which)
    start(read, file.name).finally(() => setBusy(undefined))
  }
  const button = { variant: 'subtle', loaderProps: { 'aria-hidden': true } } as const
  return (
    <FileRow file={file} type={file.type} removed={removed} {...(removedText && { removedText })}>
      {(file.type === undefined || SHOWN_IN_PLACE.includes(file.type)) && (
        <ActionIcon
          {...button}
          aria-label={`Open ${file.name} in a new tab`}
          title="Open in new tab"
          loading={busy === 'view'}
          onClick={use('view', openFile)}
        >
          <IconExternalLink size={18} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon
        {...button}
        aria-label={`Download ${file.name}`}
        title="Download"
        loading={busy === 'download'}
        onClick={use('download', downloadFile)}
      >
        <IconDownload size={18} aria-hidden />
      </ActionIcon>
      {onRemove && (
        <ActionIcon
          {...button}
          color={removed ? undefined : 'red'}
          aria-label={removed ? `Keep ${file.name}` : `Remove ${file.name}`}
          title={removed ? 'Keep' : 'Remove'}
          onClick={() => onRemove(!removed)}
        >
          {removed ? <IconArrowBackUp size={18} aria-hidden /> : <IconTrash size={18} aria-hidden />}
        </ActionIcon>
      )}
    </FileRow>
  )
}

interface Props {
  label: string
  files: readonly StoredFile[]
  read: ReadFile
  /** Makes files removable, by a mark. */
  onRemovedChange?: (names: string[]) => void
  removed?: readonly string[]
  removedText?: string | undefined
}

/** Lists the stored files of a record, to open and to download. */
export function FilesList({ label, files, read, removed = [], removedText, onRemovedChange }: Props) {
  return (
    <FileRows label={label}>
      {files.map((file) => (
        <StoredFile
          key={file.name}
          read={read}
          file={file}
          removed={removed.includes(file.name)}
          removedText={removedText}
          onRemove={
            onRemovedChange &&
            ((remove) =>
              onRemovedChange(remove ? [...removed, file.name] : removed.filter((name) => name !== file.name)))
          }
        />
      ))}
    </FileRows>
  )
}
