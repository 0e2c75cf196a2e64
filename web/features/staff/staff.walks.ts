import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/staff': ['q=khan&page=2', 'only=never-signed-in', 'tab=table', 'modal=view&id=4'],
  },
  found: { staff: ['search:staff', '/staff'] },
}
