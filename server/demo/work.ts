import type { StaffMember } from './staff.ts'
import type { Student } from './students.ts'
import type { Task } from './tasks.ts'

export interface Grade {
  marks: number
  /** The first marks, when they were changed afterwards. */
  first: number | null
  remarks: string | null
  by: StaffMember
  at: string
}

/** A piece of work as it is planned. */
export interface Submission {
  task: Task
  student: Student
  at: string
  isLate: boolean
  remarks: string | null
  grade: Grade | null
  files: { name: string; bytes: Buffer }[]
}
