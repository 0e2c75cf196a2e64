import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: { '/own-fields': ['page=2', 'modal=edit&id=4'] },
  tiles: { 'Own Fields': ['admin'] },
  unformed: { 'ownFields.update': ['position', 'a field is moved by the buttons of its row'] },
}
