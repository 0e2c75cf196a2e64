import { useMutation, useQuery } from '@tanstack/react-query'
import type { LogEntry } from '../../../shared/contract/log-entries.ts'
import { LEVEL_WORDS, wordOf } from '../../../shared/labels.ts'
import { can } from '../../../shared/permissions.ts'
import { signatureStateOf, signerMay, studentMay, supervisorMay } from '../../../shared/policies/log-entries.ts'
import { allows } from '../../../shared/policies/policy.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { messageOf } from '../../core/api-error.ts'
import { confirm } from '../../core/confirm.ts'
import { formatInstant } from '../../core/formats.ts'
import { useLogin, useRoles } from '../../core/login.ts'
import { ownStaffQuery } from '../../core/start.ts'
import { toast } from '../../core/toasts.ts'
import { HistoryPanel } from '../../parts/HistoryPanel.tsx'
import { StudentName } from '../../parts/StudentName.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Stack } from '../../ui/elements.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { RecordModal } from '../../ui/RecordModal.tsx'
import { entryQuery, useEntryChanges } from './api.ts'
import { LogStatus } from './LogEntriesTable.tsx'
import { ATTEMPT_WORDS, PLAIN_SIGNATURE, patientWords, performanceName, RATING_WORDS, SETTING_WORDS } from './rules.ts'
import { useSigning } from './sent.api.ts'

interface Props {
  id: number
  onOpen: (modal: string, id: number) => void
  onClose: () => void
}

const WITHDRAWAL = {
  title: 'Withdraw performance',
  message: 'It stays in your logbook as withdrawn, and counts no more.',
  confirmLabel: 'Withdraw',
}

/** Shows one performance, with the actions that its reader may do. */
export const EntryModal = ({ id, onOpen, onClose }: Props) => (
  <RecordModal title="View Performance" query={useQuery(entryQuery(id))} onClose={onClose}>
    {(entry) => <OneEntry entry={entry} onOpen={onOpen} onClose={onClose} />}
  </RecordModal>
)

function OneEntry({ entry, onOpen, onClose }: Omit<Props, 'id'> & { entry: LogEntry }) {
  const { withdraw } = useEntryChanges()
  const roles = useRoles()
  const isStudent = can(roles, 'logbook:log')
  const userId = useLogin()?.user.id ?? 0
  const withdrawing = useMutation({
    mutationFn: () => withdraw({ params: { id: entry.id } }),
    onSuccess: () => toast.success('Performance withdrawn.'),
  })
  const ask = async () => {
    if (await confirm({ ...WITHDRAWAL, subject: performanceName(entry) })) withdrawing.mutate()
  }
  const signs = can(roles, 'logbook:sign')
  const own = useQuery({ ...ownStaffQuery, enabled: signs })
  const maySign = signs && (can(roles, 'logbook:sign-any') || own.data?.id === entry.supervisor_id)
  const signing = useSigning(onClose)
  const sign = () =>
    signing.mutate({
      students: entry.student.name,
      count: 1,
      body: { ids: [entry.id], seen: [{ id: entry.id, updated_at: entry.updated_at }], ...PLAIN_SIGNATURE },
    })
  return (
    <Modal
      title="View Performance"
      thing={entry.skill.name}
      onClose={onClose}
      footer={
        <>
          {isStudent && allows(studentMay.withdraw, entry.status) && (
            <Button variant="default" disabled={withdrawing.isPending} onClick={ask}>
              Withdraw
            </Button>
          )}
          {isStudent && allows(studentMay.change, entry.status) && (
            <Button onClick={() => onOpen('edit', entry.id)}>Change it</Button>
          )}
          {isStudent && allows(studentMay.correct, entry.status) && entry.corrected_by === null && (
            <Button variant="default" onClick={() => onOpen('correct', entry.id)}>
              Correct it
            </Button>
          )}
          {signs && allows(signerMay.unsign, signatureStateOf(entry, userId)) && (
            <Button variant="default" onClick={() => onOpen('unsign', entry.id)}>
              Take signature back
            </Button>
          )}
          {maySign && allows(supervisorMay.sign, entry.status) && (
            <Button disabled={signing.isPending} onClick={sign}>
              {signing.isPending ? 'Signing...' : 'Sign it'}
            </Button>
          )}
          {maySign && allows(supervisorMay.giveBack, entry.status) && (
            <Button variant="default" onClick={() => onOpen('return', entry.id)}>
              Return it
            </Button>
          )}
          <CloseFooter onClose={onClose} />
        </>
      }
    >
      <Stack gap="md">
        {withdrawing.error && <Problem text={messageOf(withdrawing.error)} />}
        {signing.error && <Problem text={messageOf(signing.error)} />}
        <EntryFacts entry={entry} isStudent={isStudent} />
        <HistoryPanel entity="log_entry" id={entry.id} />
      </Stack>
    </Modal>
  )
}

function EntryFacts({ entry, isStudent }: { entry: LogEntry; isStudent: boolean }) {
  const { student, department, supervisor, signed_by, signed_at, corrected_by, corrects_id } = entry
  const signature = signed_by && signed_at
  return (
    <Facts
      facts={[
        ...(isStudent
          ? []
          : ([
              ['Student', <StudentName key="student" student={student} />],
              ['Roll Number', student.roll_no],
            ] as const)),
        ['Department', department.name],
        ['Day', writtenDay(entry.performed_on)],
        ['What was done', wordOf(LEVEL_WORDS, entry.level)],
        ['Level asked for', wordOf(LEVEL_WORDS, entry.skill.level)],
        ['Place', entry.place],
        ['Setting', wordOf(SETTING_WORDS, entry.setting)],
        ['Attempt', wordOf(ATTEMPT_WORDS, entry.attempt)],
        ['Patient', patientWords(entry)],
        ['Supervisor', supervisor.name],
        ['Status', <LogStatus key="status" status={entry.status} decision={entry.decision} />],
        [
          'Signed',
          signature && `${signed_by.name}, ${formatInstant(signed_at)}${entry.signed_by_code ? ', by code' : ''}`,
        ],
        ['Rating', entry.rating && wordOf(RATING_WORDS, entry.rating)],
        ...(entry.status !== 'logged'
          ? ([['Feedback', entry.feedback, 'wide']] as const)
          : entry.feedback
            ? ([['Signature taken back', entry.feedback, 'wide']] as const)
            : []),
        ['Reflection', entry.reflection, 'wide'],
        ...(corrected_by === null ? [] : ([['Corrected', 'A later entry has taken its place']] as const)),
        ...(corrects_id === null ? [] : ([['Corrects', 'An earlier entry']] as const)),
      ]}
    />
  )
}
