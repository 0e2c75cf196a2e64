type Section = 'attendance' | 'logbook' | 'results' | 'tasks'

/** Returns the address of a student at a glance, at the top or at a section. */
export const studentAddress = (id: number, section?: Section) =>
  section === undefined ? `/students/${id}` : `/students/${id}#${section}`
