import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/department': ['page=2', 'modal=edit&id=4'],
  },
}
