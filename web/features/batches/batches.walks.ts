import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/batches': ['q=first&page=2', 'modal=view&id=4', 'modal=promote&id=4', 'modal=undo-turn&id=4'],
  },
  unformed: {
    'batches.promote': ['graduate held_back to_batch_id', 'says which button was pressed; chosen in a list beside it'],
  },
}
