import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/security-log': ['user_id=4&kind=failed&page=2'],
  },
}
