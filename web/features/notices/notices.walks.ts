import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  unformed: { 'notices.addDevice': ['endpoint keys', 'the browser tells them itself (push.ts)'] },
}
