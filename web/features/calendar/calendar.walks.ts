import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: { '/timetable': ['day=2026-03-02', 'group_id=4', 'ward=Ward 3'] },
  tiles: { Timetable: ['hod', 'faculty', 'student'] },
}
