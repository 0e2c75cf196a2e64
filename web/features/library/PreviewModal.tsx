import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { LibraryEntry } from '../../../shared/contract/libraries.ts'
import { messageOf } from '../../core/api-error.ts'
import { useDownload } from '../../core/downloading.ts'
import { saveFile } from '../../core/downloads.ts'
import { FileDownload } from '../../parts/FileDownload.tsx'
import { ShownFile } from '../../parts/ShownFile.tsx'
import { isShownInPlace } from '../../parts/shown-in-place.ts'
import { Button } from '../../ui/buttons.tsx'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { RecordModal } from '../../ui/RecordModal.tsx'
import { entryQuery, readFileOf } from './api.ts'
import classes from './PreviewModal.module.css'

interface Props {
  id: number
  onClose: () => void
}

/** Shows an entry's file without leaving the page. */
export function PreviewModal({ id, onClose }: Props) {
  const entry = useQuery(entryQuery(id))
  return (
    <RecordModal title="Preview" query={entry} onClose={onClose}>
      {(found) => <FilePreview key={found.sha256} entry={found} onClose={onClose} />}
    </RecordModal>
  )
}

function FilePreview({ entry, onClose }: { entry: LibraryEntry; onClose: () => void }) {
  const isShown = isShownInPlace(entry.file_type)
  const { isComing, percent, error, isBegun, receive } = useDownload()
  const [file, setFile] = useState<Blob>()

  async function load(): Promise<void> {
    const found = await receive(readFileOf(entry, 'view'))
    // The type is one that no browser runs, whatever the answer calls it.
    if (found) setFile(new Blob([found], { type: entry.file_type }))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opened dialog
  useEffect(() => {
    if (isShown) void load()
  }, [])

  return (
    <Modal
      title={entry.title}
      size="xl"
      onClose={onClose}
      footer={
        <>
          {file && (
            <Button
              variant="default"
              leftSection={<IconDownload size={18} aria-hidden />}
              onClick={() => saveFile(file, entry.filename)}
            >
              Download
            </Button>
          )}
          <CloseFooter onClose={onClose} />
        </>
      }
    >
      <div className={classes.shown}>
        {isComing && (
          <div className={classes.waiting}>
            <ProgressBar label="Loading the preview..." percent={percent ?? 0} of="Preview" told />
          </div>
        )}
        {error && (
          <Problem text={messageOf(error)}>
            <Button variant="default" size="xs" onClick={load}>
              {isBegun ? 'Resume' : 'Try again'}
            </Button>
          </Problem>
        )}
        {!isShown && (
          <Prompt
            title="This file cannot be shown here"
            text="Download it to open it elsewhere."
            action={<FileDownload name={entry.filename} of={entry.title} read={readFileOf(entry, 'download')} />}
          />
        )}
        {file && <ShownFile file={file} name={entry.title} />}
      </div>
    </Modal>
  )
}
