import { DragDropProvider, type DragEndEvent } from '@dnd-kit/react'
import { useEffect, useRef, useState } from 'react'
import type { FilesAllowed } from '../../shared/files.ts'
import { counted } from '../../shared/labels.ts'
import { codeOf } from '../core/code.ts'
import { confirm, type Question } from '../core/confirm.ts'
import { formatSize } from '../core/formats.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/buttons.tsx'
import { Stack, Text, VisuallyHidden } from '../ui/elements.tsx'
import { Modal } from '../ui/Modal.tsx'
import { draggedOf, draggingOf } from './dragging.ts'
import { PhotoRow } from './PhotoRow.tsx'
import classes from './PhotosModal.module.css'
import { PictureButtons } from './PictureButtons.tsx'
import { nameOfPdf } from './pdf-name.ts'
import { type Photo, usePhotos } from './photos.ts'

const DRAGGING = draggingOf('page')
/** The library weighs as much as a screen, and loads while the first picture is taken. */
const maker = codeOf(async () => (await import('./pdf-of-photos.ts')).pdfOfPhotos)

const DISCARD: Question = {
  title: 'Discard photos?',
  message: 'These pages have not been made into a PDF.',
  confirmLabel: 'Discard',
  cancelLabel: 'Keep editing',
  danger: true,
}

const tooLarge = (bytes: number, most: number) =>
  `These pages make a PDF of ${formatSize(bytes)}, and it may have ${formatSize(most)}. Remove pages until it fits, make the PDF, and make another one of the others.`

interface Props {
  /** The title of the PDF, from which its name is made. */
  title: string
  allowed: FilesAllowed
  /** The names of the other files. */
  taken: readonly string[]
  /** Tells whether there are photos that would be lost. */
  onBegun: (isBegun: boolean) => void
  onMade: (pdf: File) => void
  onClose: () => void
}

/** Makes one PDF of photos of pages. */
export function PhotosModal({ title, allowed, taken, onBegun, onMade, onClose }: Props) {
  const { photos, problems, waiting, add, turn, move, remove } = usePhotos()
  const [moved, setMoved] = useState<number>()
  const [news, setNews] = useState('')
  const [isDragging, setDragging] = useState(false)
  const { isMaking, isFailed, make } = useMaking(title, taken, onMade)
  const list = useRef<HTMLOListElement>(null)
  const isBegun = photos.length + waiting > 0
  const bytes = photos.reduce((sum, { jpeg }) => sum + jpeg.size, 0)
  const isTooLarge = bytes > allowed.maxBytes
  useLossGuard(isBegun, onBegun)

  async function close(): Promise<void> {
    if (isMaking) return
    if (!isBegun || (await confirm(DISCARD))) onClose()
  }

  function moveTo(id: number, to: number): void {
    const from = photos.findIndex((photo) => photo.id === id)
    move(id, to)
    setMoved(id)
    setNews(`Page ${from + 1} is now page ${to + 1} of ${photos.length}.`)
  }

  function drop({ operation, canceled }: DragEndEvent): void {
    setDragging(false)
    const dragged = draggedOf(operation)
    if (!canceled && dragged && dragged.to !== dragged.from) moveTo(dragged.id, dragged.to)
  }

  function removePage(photo: Photo, index: number): void {
    remove(photo)
    setNews(`Page ${index + 1} is removed.`)
    // The pressed button is gone, and with it the focus.
    list.current?.focus()
  }

  return (
    <Modal
      title="PDF from photos"
      onClose={close}
      // Escape ends the drag then.
      keeps={isDragging}
      footer={
        <>
          <Text size="sm" role="status" className={classes.told}>
            {waiting > 0
              ? `Reading ${counted(waiting, 'picture')}…`
              : photos.length > 0 && `${counted(photos.length, 'page')}, ${formatSize(bytes)}`}
          </Text>
          <Button variant="default" disabled={isMaking} onClick={close}>
            Cancel
          </Button>
          <Button
            disabled={photos.length === 0 || waiting > 0 || isTooLarge}
            loading={isMaking}
            onClick={() => make(photos)}
          >
            Make the PDF
          </Button>
        </>
      }
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          Each photo becomes a page, in this order.
        </Text>
        <PictureButtons hasPages={photos.length > 0} disabled={isMaking} onChoose={add} />
        <Problems texts={[...problems, ...(isTooLarge ? [tooLarge(bytes, allowed.maxBytes)] : [])]} />
        {isFailed && (
          // The pressed button has lost the focus.
          <div ref={(alert) => alert?.focus()} tabIndex={-1}>
            <Alert color="red">The PDF could not be made. Check the connection and try again.</Alert>
          </div>
        )}
        <ol ref={list} tabIndex={-1} aria-label="Pages of the PDF">
          <DragDropProvider {...DRAGGING} onDragStart={() => setDragging(true)} onDragEnd={drop}>
            {photos.map((photo, index) => (
              <PhotoRow
                key={photo.id}
                photo={photo}
                index={index}
                count={photos.length}
                disabled={isMaking}
                isMoved={photo.id === moved}
                onMove={(to) => moveTo(photo.id, to)}
                onTurn={() => {
                  turn(photo.id)
                  setNews(`Page ${index + 1} is turned.`)
                }}
                onRemove={() => removePage(photo, index)}
              />
            ))}
          </DragDropProvider>
        </ol>
        <VisuallyHidden role="status">{news}</VisuallyHidden>
      </Stack>
    </Modal>
  )
}

/** Makes the PDF while the dialog is open. */
function useMaking(title: string, taken: readonly string[], onMade: (pdf: File) => void) {
  const [state, setState] = useState<'making' | 'failed'>()
  useEffect(() => void maker.load().catch(() => undefined), [])
  return {
    isMaking: state === 'making',
    isFailed: state === 'failed',
    make: async (photos: readonly Photo[]) => {
      setState('making')
      try {
        const pdfOfPhotos = await maker.load()
        const bytes = await pdfOfPhotos(title, photos)
        onMade(new File([bytes], nameOfPdf(title, taken), { type: 'application/pdf' }))
      } catch {
        setState('failed')
      }
    },
  }
}

/** Asks before photos are lost by a reload; the form below asks on all other ways. */
function useLossGuard(isBegun: boolean, onBegun: (isBegun: boolean) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: tells each change once
  useEffect(() => {
    if (!isBegun) return
    onBegun(true)
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => {
      window.removeEventListener('beforeunload', ask)
      onBegun(false)
    }
  }, [isBegun])
}

function Problems({ texts }: { texts: readonly string[] }) {
  return (
    <div role="alert">
      {texts.map((text) => (
        <Text key={text} size="sm" c="var(--mantine-color-error)">
          {text}
        </Text>
      ))}
    </div>
  )
}
