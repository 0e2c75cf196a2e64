/** The columns of a table of groups with their students. */
export const MEMBER_COLUMNS = [
  'Group',
  'Batch',
  'Department',
  'Group Status',
  'Roll Number',
  'Student',
  'Student Status',
] as const
