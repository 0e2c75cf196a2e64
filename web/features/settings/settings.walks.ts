import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/settings': [],
  },
}
