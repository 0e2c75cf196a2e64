import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  goOn: ['/settings/test-mail', '/settings/test-restore'],
}
