/** So many are named; the rest waits until these are put right. */
const NAMED = 3

/** Why these students cannot be the members of a group, at most three at once. */
export function assignmentProblems(
  group: { batch_id: number },
  students: { id: number; name: string; batch_id: number | null }[],
  studentIds: number[],
): string[] {
  const known = new Set(students.map(({ id }) => id))
  return [
    ...studentIds.filter((id) => !known.has(id)).map((id) => `Student ${id} does not exist`),
    ...students
      .filter(({ batch_id }) => batch_id !== group.batch_id)
      .map(({ name }) => `${name} is not in the batch of this group`),
  ].slice(0, NAMED)
}

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
