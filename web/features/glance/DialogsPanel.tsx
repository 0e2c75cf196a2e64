import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { WEIGHTED_RULE } from '../../../shared/contract/assessment-figures.ts'
import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { useModalUrl } from '../../core/url-state.ts'
import { standingsQuery } from '../../parts/standings.ts'
import { CountedModal } from '../assessments/CountedModal.tsx'
import { PerformancesModal } from '../logbook/PerformancesModal.tsx'
import { StudentCasesModal } from '../reportings/StudentCasesModal.tsx'
import { recordQuery } from '../student-attendance/api.ts'
import { CountModal } from '../student-attendance/CountModal.tsx'
import { documentsQuery } from '../verified-documents/api.ts'
import { IssueModal } from '../verified-documents/IssueModal.tsx'
import { WithdrawModal } from '../verified-documents/WithdrawModal.tsx'
import { studentQuery, totalsQuery } from './api.ts'
import { statusOf } from './rules.ts'

/** Opens the rows behind a figure of the page, as the address says. */
export function DialogsPanel({ studentId }: { studentId: number }) {
  const { modal, id, close } = useModalUrl()
  const roles = useRoles()
  if (modal === 'reports' && can(roles, 'reportings:read-student'))
    return <StudentCasesModal studentId={studentId} onClose={close} />
  if (modal === 'issue' && can(roles, 'documents:issue')) return <IssuedModal studentId={studentId} onClose={close} />
  if (id === undefined) return null
  if (modal === 'withdraw' && can(roles, 'documents:issue'))
    return <WithdrawnModal studentId={studentId} documentId={id} onClose={close} />
  if (modal === 'skill') return <SkillModal studentId={studentId} skillId={id} onClose={close} />
  if (modal === 'total' && can(roles, 'results:oversee'))
    return <TotalModal studentId={studentId} groupId={id} onClose={close} />
  if (modal === undefined || (modal !== 'count' && statusOf(modal) === undefined)) return null
  return <EntriesModal key={modal} studentId={studentId} departmentId={id} onClose={close} modal={modal} />
}

interface Props {
  studentId: number
  onClose: () => void
}

function EntriesModal({ studentId, departmentId, modal, onClose }: Props & { departmentId: number; modal: string }) {
  const { data } = useQuery(recordQuery(studentId))
  const record = data?.find(({ department }) => department.id === departmentId)
  return record && <CountModal studentId={studentId} record={record} showing={statusOf(modal)} onClose={onClose} />
}

function IssuedModal({ studentId, onClose }: Props) {
  const { data } = useQuery(studentQuery(studentId))
  return data && <IssueModal student={data} onClose={onClose} />
}

function WithdrawnModal({ studentId, documentId, onClose }: Props & { documentId: number }) {
  const { data } = useQuery(documentsQuery(studentId))
  const document = data?.find((one) => one.id === documentId)
  return document && <WithdrawModal document={document} onClose={onClose} />
}

function SkillModal({ studentId, skillId, onClose }: Props & { skillId: number }) {
  const navigate = useNavigate()
  const { data } = useQuery(standingsQuery(studentId))
  const standing = data?.find(({ skill }) => skill.id === skillId)
  return (
    standing && (
      <PerformancesModal
        thing={standing.skill.name}
        filter={{ student_id: studentId, skill_id: skillId }}
        onOpen={(modal, id) => navigate(`/logbook?modal=${modal}&id=${id}`)}
        onClose={onClose}
      />
    )
  )
}

function TotalModal({ studentId, groupId, onClose }: Props & { groupId: number }) {
  const { data } = useQuery(totalsQuery(studentId))
  const total = data?.find(({ group }) => group.id === groupId)
  return total && <CountedModal total={total} rule={WEIGHTED_RULE} onClose={onClose} />
}
