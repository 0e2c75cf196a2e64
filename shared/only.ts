// The choices of `only`, which narrows a list to waiting records, as the lines of the day count them.

/** Tasks that a student has to hand in, that have work to grade, or whose work has waited long. */
export const TASKS_ONLY = ['due', 'ungraded', 'ungraded-long'] as const
export type TasksOnly = (typeof TASKS_ONLY)[number]

/** Pending sessions up to today that the caller holds, or all whose time has passed. */
export const SESSIONS_ONLY = ['mine', 'not-taken'] as const
export type SessionsOnly = (typeof SESSIONS_ONLY)[number]

/** Active students who lack a batch or group, or who never signed in. */
export const STUDENTS_ONLY = ['unplaced', 'never-signed-in'] as const
export type StudentsOnly = (typeof STUDENTS_ONLY)[number]

/** Staff who never signed in, and to whom the caller may give another initial password. */
export const STAFF_ONLY = ['never-signed-in'] as const
export type StaffOnly = (typeof STAFF_ONLY)[number]

/** Active assessments that are old enough for results and have none. */
export const ASSESSMENTS_ONLY = ['unmarked'] as const
export type AssessmentsOnly = (typeof ASSESSMENTS_ONLY)[number]

/** Performances that wait for the caller’s own signature. */
export const LOG_ENTRIES_ONLY = ['to-sign'] as const

/** Students whose attendance in the department is below the college's minimum. */
export const REPORTS_ONLY = ['below'] as const
export type ReportsOnly = (typeof REPORTS_ONLY)[number]
