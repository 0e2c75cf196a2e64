const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** "Department has 12 staff members and 3 groups", or nothing when nothing depends on it. */
export function dependentsText(dependents: { staff: number; groups: number; tasks: number }): string | undefined {
  const parts = [
    dependents.staff > 0 && counted(dependents.staff, 'staff member', 'staff members'),
    dependents.groups > 0 && counted(dependents.groups, 'group', 'groups'),
    dependents.tasks > 0 && counted(dependents.tasks, 'task', 'tasks'),
  ].filter((part) => part !== false)
  return parts.length > 0 ? `Department has ${new Intl.ListFormat('en').format(parts)}` : undefined
}
