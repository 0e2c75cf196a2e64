// What lists may be narrowed to by `only`: what waits there for somebody, as the lines of the day count it.

/** The tasks alone that a student has to hand in, or with work to grade, or with some that has waited for long. */
export const TASKS_ONLY = ['due', 'ungraded', 'ungraded-long'] as const
export type TasksOnly = (typeof TASKS_ONLY)[number]

/** The pending sessions alone that the caller holds, up to today, or whose time has passed. */
export const SESSIONS_ONLY = ['mine', 'not-taken'] as const
export type SessionsOnly = (typeof SESSIONS_ONLY)[number]

/** The students at work alone who are in no batch or none of the groups, or who never signed in. */
export const STUDENTS_ONLY = ['unplaced', 'never-signed-in'] as const
export type StudentsOnly = (typeof STUDENTS_ONLY)[number]

/** Those alone who never signed in, and to whom the caller may give another initial password. */
export const STAFF_ONLY = ['never-signed-in'] as const
export type StaffOnly = (typeof STAFF_ONLY)[number]

/** The active assessments alone that were made long ago and of which nobody has marks. */
export const ASSESSMENTS_ONLY = ['unmarked'] as const
export type AssessmentsOnly = (typeof ASSESSMENTS_ONLY)[number]

/** The students alone whose attendance in the department is below the college's minimum. */
export const REPORTS_ONLY = ['below'] as const
export type ReportsOnly = (typeof REPORTS_ONLY)[number]
