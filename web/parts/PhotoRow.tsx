import { useSortable } from '@dnd-kit/react/sortable'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconRotateClockwise, IconTrash } from '@tabler/icons-react'
import { ActionIcon } from '../ui/buttons.tsx'
import { Text } from '../ui/elements.tsx'
import { IconAction } from '../ui/IconAction.tsx'
import { useMoveButtons } from './moved-row.ts'
import classes from './PhotosModal.module.css'
import type { Photo } from './photos.ts'

interface Props {
  photo: Photo
  /** The place in the PDF, counted from 0. */
  index: number
  count: number
  disabled: boolean
  /** True for the page that was moved last. */
  isMoved: boolean
  onMove: (to: number) => void
  onTurn: () => void
  onRemove: () => void
}

/** Shows a page that is moved by its handle, or by a button with a place, which needs no drag. */
export function PhotoRow({ photo, index, count, disabled, isMoved, onMove, onTurn, onRemove }: Props) {
  const { id, address, turn } = photo
  const name = `page ${index + 1}`
  const seen = `Photo of ${name}${turn === 0 ? '' : `, turned by ${turn}°`}`
  const data = { title: `Page ${index + 1}`, count }
  const { ref, handleRef, isDragSource, sortable } = useSortable({ id, index, data, disabled: disabled || count === 1 })
  const { up, down } = useMoveButtons(isMoved, index)
  return (
    <li ref={ref} className={classes.row} data-lifted={isDragSource || undefined}>
      <img className={classes.page} src={address} alt={seen} data-turn={turn} draggable={false} />
      <div className={classes.about}>
        {/* Shows the place on the way, while any page is dragged. */}
        <Text span fw={600}>
          Page {sortable.index + 1}
        </Text>
        <div className={classes.buttons}>
          {index > 0 && (
            <IconAction ref={up} label={`Move ${name} up`} icon={IconArrowUp} onClick={() => onMove(index - 1)} />
          )}
          {index < count - 1 && (
            <IconAction ref={down} label={`Move ${name} down`} icon={IconArrowDown} onClick={() => onMove(index + 1)} />
          )}
          <IconAction label={`Turn ${name}`} icon={IconRotateClockwise} onClick={onTurn} />
          <IconAction label={`Remove ${name}`} icon={IconTrash} danger onClick={onRemove} />
          {/* A single page can't be moved, but without a handle its whole row would be a button. */}
          <ActionIcon
            ref={handleRef}
            variant="subtle"
            color="gray"
            size={36}
            className={classes.handle}
            aria-label={`Drag ${name}`}
            title={`Drag ${name}`}
            hidden={count === 1}
          >
            <IconGripVertical size={18} aria-hidden />
          </ActionIcon>
        </div>
      </div>
    </li>
  )
}
