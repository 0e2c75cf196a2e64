import { studentAddress } from '../core/student-page.ts'
import { PersonName } from '../ui/PersonName.tsx'
import { RowLink } from '../ui/RowLink.tsx'

/** A student's name in a list or a report, which leads to the student's page. Whoever is shown it may open that. */
export const StudentName = ({ student: { id, name } }: { student: { id: number; name: string } }) => (
  <RowLink to={studentAddress(id)}>
    <PersonName name={name} />
  </RowLink>
)
