/** The screen that shows one student at a glance. */
export const studentAddress = (id: number) => `/students/${id}`
