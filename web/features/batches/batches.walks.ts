import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/batches': ['q=first&page=2', 'modal=view&id=4', 'modal=promote&id=4'],
  },
  unformed: {
    'batches.promote': ['graduate', 'says which button was pressed'],
  },
}
