import { ActionIcon, Text } from '@mantine/core'
import { IconArrowBackUp, IconDownload, IconExternalLink, IconFileTypePdf, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { SubmissionFile } from '../../../shared/contract/submissions.ts'
import { releaseAddress, saveFile } from '../../core/downloads.ts'
import { formatSize } from '../../core/formats.ts'
import { toast } from '../../core/toasts.ts'
import { type FileUse, readSubmissionFile } from './api.ts'
import classes from './FilesFields.module.css'

function openTab(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.target = '_blank'
  link.rel = 'noopener'
  link.click()
}

async function downloadFile(submissionId: number, name: string): Promise<void> {
  try {
    saveFile(await readSubmissionFile('download', submissionId, name), name)
    toast.success('File downloaded successfully!')
  } catch {
    toast.error('Failed to download file. Please try again.')
  }
}

async function openFile(submissionId: number, name: string): Promise<void> {
  // Opened at the click: a browser blocks a tab that comes later, when the file has arrived.
  const tab = window.open('', '_blank')
  try {
    const address = URL.createObjectURL(await readSubmissionFile('view', submissionId, name))
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

interface RowProps {
  submissionId: number
  file: SubmissionFile
  removed: boolean
  onRemove: ((remove: boolean) => void) | undefined
}

function FileRow({ submissionId, file, removed, onRemove }: RowProps) {
  const [busy, setBusy] = useState<FileUse>()
  const use = (which: FileUse, start: typeof openFile) => () => {
    setBusy(which)
    start(submissionId, file.name).finally(() => setBusy(undefined))
  }
  const button = { variant: 'subtle', loaderProps: { 'aria-hidden': true } } as const
  return (
    <li className={classes.file} data-removed={removed || undefined}>
      <IconFileTypePdf size={20} stroke={1.5} aria-hidden />
      <span className={classes.name}>
        {file.name}{' '}
        <Text span size="sm" c="dimmed" className={classes.size}>
          {removed ? 'will be removed' : formatSize(file.size)}
        </Text>
      </span>
      <span className={classes.buttons}>
        <ActionIcon
          {...button}
          aria-label={`Open ${file.name} in a new tab`}
          title="Open in new tab"
          loading={busy === 'view'}
          onClick={use('view', openFile)}
        >
          <IconExternalLink size={18} aria-hidden />
        </ActionIcon>
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
      </span>
    </li>
  )
}

interface Props {
  submissionId: number
  files: readonly SubmissionFile[]
  label: string
  /** With it files can be marked to be removed. */
  onRemovedChange?: (names: string[]) => void
  removed?: readonly string[]
}

/** The files that were handed in, to open and to download. */
export function FilesList({ submissionId, files, label, removed = [], onRemovedChange }: Props) {
  return (
    <ul className={classes.files} aria-label={label}>
      {files.map((file) => (
        <FileRow
          key={file.name}
          submissionId={submissionId}
          file={file}
          removed={removed.includes(file.name)}
          onRemove={
            onRemovedChange &&
            ((remove) =>
              onRemovedChange(remove ? [...removed, file.name] : removed.filter((name) => name !== file.name)))
          }
        />
      ))}
    </ul>
  )
}
