import { studentAddress } from '../core/student-page.ts'
import { PersonName } from '../ui/PersonName.tsx'
import { RowLink } from '../ui/RowLink.tsx'

/** Links a student's name to the student's page, which everybody who sees the name may open. */
export const StudentName = ({ student: { id, name } }: { student: { id: number; name: string } }) => (
  <RowLink to={studentAddress(id)}>
    <PersonName name={name} />
  </RowLink>
)
