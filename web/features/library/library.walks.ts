import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/library': ['q=a&department_id=4&batch_id=4&type=Book&page=2', 'modal=view&id=4'],
  },
  found: { library: ['search:library', '/library'] },
  unformed: {
    'libraries.create': ['filename file_path', 'of the JSON that other programs send; the form has the file'],
  },
}
