import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/students': ['batch=4&q=khan&page=2', 'batch=none', 'only=never-signed-in', 'batch=4&modal=edit&id=4'],
  },
  unformed: {
    'students.assignGroup': ['groupId since', 'the wire of other programs; the browser assigns by group'],
    'students.create': ['current_year role_id', 'the year is that of the batch; the server presets the role'],
    'students.update': ['current_year role_id', 'the year is that of the batch; an edit leaves the role as it is'],
    'students.initialPasswords': ['student_ids', 'students are ticked'],
  },
}
