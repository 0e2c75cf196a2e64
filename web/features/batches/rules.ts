import type * as z from 'zod/mini'
import type { Mover, Promotion, PromotionInput, Turn } from '../../../shared/contract/batches.ts'
import { counted } from '../../../shared/labels.ts'
import { formatDate } from '../../core/formats.ts'
import type { RecordKind } from '../../ui/record-kind.ts'

export const BATCH: RecordKind = { entity: 'batch', title: 'Batch', noun: 'batch' }

export const UNDO_TURN = 'Undo the year’s turn'

/** Students who are held back, and the batch to which they move. */
export interface HeldBack {
  ids: ReadonlySet<number>
  /** Its id as text; empty where they stay in their batch. */
  batch: string
}

export const NOBODY_HELD: HeldBack = { ids: new Set(), batch: '' }

/** Leaves out who no longer moves on, as when the batch is read again. */
export const stillMoving = ({ ids, batch }: HeldBack, movers: readonly Mover[] | undefined): HeldBack => ({
  ids: movers ? new Set(movers.map(({ id }) => id).filter((id) => ids.has(id))) : ids,
  batch,
})

/** Makes the body of a promotion that was looked at. */
export const promotionBody = (
  { to, updated_at }: Pick<Promotion, 'to' | 'updated_at'>,
  { ids, batch }: HeldBack,
): z.input<typeof PromotionInput> => ({
  updated_at,
  ...(to === null && { graduate: true }),
  ...(ids.size > 0 && { held_back: [...ids] }),
  ...(ids.size > 0 && batch !== '' && { to_batch_id: Number(batch) }),
})

/** Tells those who are held back: "2 students are held back and stay in the 3rd Year." */
export const heldText = (count: number, from: string) =>
  `${counted(count, 'student')} ${count === 1 ? 'is held back and stays' : 'are held back and stay'} in the ${from}.`

/** Tells what undoing a turn takes back. */
export function undoText({ from, to, turned_by, turned_at, moved, held_back, moved_to_batch }: Turn): string[] {
  const went = to === null ? 'graduated' : `went on from the ${from} to the ${to}`
  return [
    `On ${formatDate(turned_at)}, by ${turned_by}: ${counted(moved, 'student')} ${went}, ${held_back} held back${
      moved_to_batch > 0 ? `, ${moved_to_batch} of them moved to another batch` : ''
    }.`,
    to === null
      ? `Undone, the batch becomes active again, and its ${counted(moved, 'graduate')} may sign in again.`
      : `Undone, the batch and its students are in the ${from} again.`,
    ...(moved_to_batch > 0 ? ['Who was moved comes back to this batch and to the former groups.'] : []),
  ]
}
