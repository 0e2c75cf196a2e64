import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/settings': [],
  },
  unformed: {
    'settings.makeBackupKey': ['replaces', 'the key that the panel shows'],
  },
}
