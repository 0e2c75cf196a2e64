import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/skills': [
      'q=a&department_id=4&category=Procedure&year=3rd+Year&status=active&page=2',
      'modal=view&id=4',
      'modal=edit&id=4',
    ],
  },
  tiles: { Skills: ['admin', 'principal', 'hod', 'faculty', 'clerk', 'student-affair'] },
  found: { skill: ['search:skills', '/skills'] },
}
