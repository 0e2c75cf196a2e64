import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/students/:studentId': ['modal=present&id=4', 'modal=skill&id=4', 'modal=issue'],
  },
}
