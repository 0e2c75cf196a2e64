import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/announcements': ['q=a&page=2', 'modal=view&id=4', 'modal=edit&id=4'],
  },
  tiles: { Announcements: ['admin', 'principal', 'hod', 'faculty', 'clerk', 'student-affair', 'student'] },
  found: { announcement: ['search:announcements', '/announcements'] },
  unformed: {
    'announcements.update': ['remove_file', 'FilesList has a button for it'],
  },
}
