import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/dashboard': [],
  },
  unformed: {
    'today.markSeen': ['kind at', 'sent when the list is looked at'],
  },
}
