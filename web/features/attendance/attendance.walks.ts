import { PLACE, type Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/attendance': [
      `${PLACE}&fetched=yes&status=pending`,
      `${PLACE}&fetched=yes&page=2`,
      PLACE,
      'only=not-taken',
      `${PLACE}&fetched=yes&modal=take&id=4`,
    ],
  },
  unformed: {
    'attendanceSessions.previewRecurring': [
      'department_id batch_id group_id start_time end_time staff_id year remarks activity_date skip',
      'asks with the values of the form of a new session',
    ],
    'attendanceSessions.createRecurring': ['skip', 'days are left out in the preview'],
    'attendanceSubmissions.take': ['attendance_session_id submissions submission_type key', 'the register is tapped'],
    'attendanceSubmissions.update': ['attendance_session_id submissions submission_type', 'the register is tapped'],
  },
}
