export const MEMBER_COLUMNS = [
  'Group',
  'Batch',
  'Department',
  'Group Status',
  'Roll Number',
  'Student',
  'Student Status',
] as const

/** Why a group can't be chosen; many are called "Group A" already. */
export const inactiveText = (name: string) => `${/^group\b/i.test(name) ? name : `Group ${name}`} is not active`
