import { IconCamera } from '@tabler/icons-react'
import { useState } from 'react'
import type { FilesAllowed } from '../../shared/files.ts'
import { codeOf } from '../core/code.ts'
import { Button } from '../ui/buttons.tsx'
import { Group, Loader, Text } from '../ui/elements.tsx'
import type { ChosenFiles } from './chosen-files.ts'

const modal = codeOf(async () => (await import('./PhotosModal.tsx')).PhotosModal)

interface Props {
  /** The title of the PDF, from which its name is made. */
  title: string
  files: ChosenFiles
  allowed: FilesAllowed
  disabled: boolean
  /** Takes the PDF as if it had been chosen. */
  onMade: (files: readonly File[]) => void
}

/** Offers to make the file of photos. Its dialog, with a library of its own, comes when a person asks for it. */
export function FromPhotos({ title, files, allowed, disabled, onMade }: Props) {
  const [state, setState] = useState<'loading' | 'open' | 'failed'>()

  async function open(): Promise<void> {
    setState('loading')
    await modal.load().then(
      () => setState('open'),
      () => setState('failed'),
    )
  }

  const close = () => setState(undefined)
  const PhotosModal = modal.found
  return (
    <>
      <Group gap="xs">
        <Button
          variant="default"
          // Disabled meanwhile, it would lose the focus, which comes back to it from the dialog.
          leftSection={
            state === 'loading' ? (
              <Loader size={18} color="currentColor" aria-hidden />
            ) : (
              <IconCamera size={18} aria-hidden />
            )
          }
          disabled={disabled}
          onClick={open}
        >
          From photos
        </Button>
        <Text size="sm" c="dimmed">
          of handwritten pages
        </Text>
      </Group>
      {state === 'failed' && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          Photos cannot be added without a connection. Check it and try again.
        </Text>
      )}
      {state === 'open' && PhotosModal && (
        <PhotosModal
          title={title}
          allowed={allowed}
          taken={files.names}
          onBegun={files.setBegun}
          onMade={(pdf) => {
            close()
            onMade([pdf])
          }}
          onClose={close}
        />
      )}
    </>
  )
}
