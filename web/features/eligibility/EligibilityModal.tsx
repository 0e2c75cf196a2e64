import { useQuery } from '@tanstack/react-query'
import { ELIGIBILITY_WORDS, wordOf } from '../../../shared/labels.ts'
import { can } from '../../../shared/permissions.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { useRoles } from '../../core/login.ts'
import { ListState } from '../../layout/ListState.tsx'
import { Button } from '../../ui/buttons.tsx'
import { DrawnText } from '../../ui/DrawnText.tsx'
import { Group, Stack } from '../../ui/elements.tsx'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { RecordSkeleton } from '../../ui/RecordModal.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { dotted } from '../../ui/texts.ts'
import { ofStudentQuery } from './api.ts'
import { ConditionsTable } from './ConditionsTable.tsx'
import { dayProblemOf, exemptible, exemptionsOf } from './rules.ts'

interface Props {
  id: number
  /** The former day as of which it is shown; then nobody is exempted from here. */
  day: string | undefined
  onOpen: (modal: string, id: number) => void
  onClose: () => void
}

/** Shows every condition of a student; the principal exempts from here. */
export function EligibilityModal({ id, day, onOpen, onClose }: Props) {
  const roles = useRoles()
  const exempts = can(roles, 'eligibility:exempt') && day === undefined
  const query = useQuery(ofStudentQuery(id, day))
  const { data } = query
  // Another try does not mend a day that is too early.
  const dayProblem = dayProblemOf(query.error)
  return (
    <Modal
      title="Conditions of the Examination"
      thing={<DrawnText text={data?.name ?? '\u00a0'} />}
      size="wide"
      onClose={onClose}
      footer={
        <>
          {exempts && data && exemptionsOf(data).length > 0 && (
            <Button variant="default" onClick={() => onOpen('withdraw', id)}>
              Withdraw exemption
            </Button>
          )}
          {exempts && data && exemptible(data).length > 0 && (
            <Button variant="default" onClick={() => onOpen('exempt', id)}>
              Exempt
            </Button>
          )}
          <CloseFooter onClose={onClose} />
        </>
      }
    >
      {dayProblem !== undefined ? (
        <Problem text={dayProblem} />
      ) : (
        <ListState query={query} skeleton={<RecordSkeleton />}>
          {(row) => (
            <Stack gap="sm">
              <Group gap="sm">
                <StatusBadge status={row.verdict} label={wordOf(ELIGIBILITY_WORDS, row.verdict)} />
                <span>{dotted([row.roll_no, row.batch.name, day && `as of ${writtenDay(day)}`])}</span>
              </Group>
              <ConditionsTable row={row} reader={can(roles, 'student-reports:read') ? 'overseer' : 'staff'} />
            </Stack>
          )}
        </ListState>
      )}
    </Modal>
  )
}
