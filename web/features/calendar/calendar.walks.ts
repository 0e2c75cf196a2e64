import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: { '/timetable': ['day=2026-03-02', 'group_id=4', 'staff_id=4', 'ward=Ward 3', 'department_id=4'] },
  tiles: { Timetable: ['admin', 'principal', 'hod', 'faculty', 'student'] },
}
