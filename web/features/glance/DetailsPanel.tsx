import type { Student } from '../../../shared/contract/students.ts'
import { labelOf } from '../../../shared/labels.ts'
import { formatDay } from '../../core/formats.ts'
import { useOwnFacts } from '../../parts/own-fields.ts'
import { EmailText } from '../../ui/EmailText.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { SectionPanel } from './SectionPanel.tsx'

/** The student's details, as far as the server tells them to the person. */
export function DetailsPanel({ student }: { student: Student }) {
  const { batch, current_year, user, phone, gender, date_of_birth, date_of_admission, description } = student
  const own = useOwnFacts('student', student.own)
  return (
    <SectionPanel id="details" title="Details">
      <Facts
        facts={[
          ['Batch', batch?.name],
          ['Year', current_year],
          ['Email', user.email && <EmailText key="email" email={user.email} />],
          ['Phone', phone],
          ['Gender', gender && labelOf(gender)],
          ['Date of Birth', date_of_birth && formatDay(date_of_birth)],
          ['Date of Admission', date_of_admission && formatDay(date_of_admission)],
          ...own,
          ...(description === null ? [] : [['Description', description, 'wide'] as const]),
        ]}
      />
    </SectionPanel>
  )
}
