import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/status': [],
  },
  unformed: {
    'status.makeRoom': ['kind', 'a button of the row'],
  },
}
