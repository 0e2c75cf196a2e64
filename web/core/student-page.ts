/** The address of a student at a glance. */
export const studentAddress = (id: number) => `/students/${id}`
