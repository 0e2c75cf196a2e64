import { Accessibility, KeyboardSensor, PointerSensor, StyleInjector } from '@dnd-kit/dom'
import type { DragDropProvider, DragEndEvent, DragOverEvent, DragStartEvent } from '@dnd-kit/react'
import { isSortable } from '@dnd-kit/react/sortable'
import type { ComponentProps } from 'react'
import { styleNonce } from '../core/page-config.ts'

type Settings = Pick<ComponentProps<typeof DragDropProvider>, 'plugins' | 'sensors'>
type Operation = DragStartEvent['operation']

/** Returns the move of a dragged row; places are counted from 0. */
export function draggedOf({ source, target }: Operation) {
  if (!isSortable(source)) return undefined
  const { title, count } = source.data as { title: string; count: number }
  const over = isSortable(target) && target.id !== source.id ? target.index : undefined
  return { id: Number(source.id), title, count, from: source.initialIndex, to: source.index, over }
}

/** Makes the announcements of a drag for screen readers. */
function announcementsOf(noun: string) {
  const placeText = (place: number, count: number) => `${noun} ${place + 1} of ${count}`
  return {
    dragstart({ operation }: DragStartEvent) {
      const dragged = draggedOf(operation)
      return dragged && `${dragged.title} is picked up: ${placeText(dragged.from, dragged.count)}.`
    },
    dragover({ operation }: DragOverEvent) {
      const dragged = draggedOf(operation)
      return dragged?.over === undefined ? undefined : `${dragged.title}: ${placeText(dragged.over, dragged.count)}.`
    },
    dragend({ operation, canceled }: DragEndEvent) {
      const dragged = draggedOf(operation)
      if (!dragged) return undefined
      const { title, from, to, count } = dragged
      return canceled
        ? `${title} is back: ${placeText(from, count)}.`
        : `${title} is put down: ${placeText(to, count)}.`
    },
  }
}

const KEYS = {
  start: ['Space', 'Enter'],
  cancel: ['Escape'],
  end: ['Space', 'Enter', 'Tab'],
  up: ['ArrowUp'],
  down: ['ArrowDown'],
  // A list has no sides.
  left: [],
  right: [],
}

/** Makes the settings of a list whose rows are dragged by a handle; `noun` is the word for a row, such as "question". */
export const draggingOf = (noun: string): Settings => ({
  plugins: (usual) => [
    ...usual.filter((plugin) => plugin !== Accessibility),
    StyleInjector.configure({ nonce: styleNonce() }),
    Accessibility.configure({
      announcements: announcementsOf(noun),
      screenReaderInstructions: {
        draggable: `Press the space bar to pick the ${noun} up, the arrow keys to move it, the space bar again to put it down, and Escape to leave it where it was.`,
      },
    }),
  ],
  // Only the handle can be dragged, so a drag starts at once, also by a finger.
  sensors: [
    PointerSensor.configure({ activationConstraints: () => undefined }),
    KeyboardSensor.configure({ keyboardCodes: KEYS }),
  ],
})
