/** The screen that shows one student at a glance. */
export const STUDENT_SCREEN = '/students/:studentId'

export const studentAddress = (id: number) => STUDENT_SCREEN.replace(':studentId', String(id))
