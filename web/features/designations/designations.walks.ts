import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/designations': ['q=a&page=2', 'modal=edit&id=4'],
  },
}
