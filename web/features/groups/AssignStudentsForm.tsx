import { useMemo } from 'react'
import { collegeToday } from '../../../shared/college-clock.ts'
import { AssignInput, type Group, type GroupCandidate } from '../../../shared/contract/groups.ts'
import { confirm } from '../../core/confirm.ts'
import { toast } from '../../core/toasts.ts'
import { useDraftForm } from '../../ui/draft-form.ts'
import { Text } from '../../ui/elements.tsx'
import { FormModal } from '../../ui/FormModal.tsx'
import { TextInput } from '../../ui/fields.tsx'
import { useAssignStudents } from './api.ts'
import classes from './GroupStudents.module.css'
import { GroupStudentsList } from './GroupStudentsList.tsx'
import { limitText, NO_TICKS, type Ticks, ticked, ticksText, withTicks } from './rules.ts'

interface Props {
  group: Group
  students: readonly GroupCandidate[]
  failure: Error | null
  refreshing: boolean
  onRefresh: () => Promise<unknown>
  onClose: () => void
}

/** Chooses the members of a group. It keeps the ticks alone, so that the list underneath can be read again. */
export function AssignStudentsForm({ group, students, failure, refreshing, onRefresh, onClose }: Props) {
  const assign = useAssignStudents()
  const form = useDraftForm({
    key: `group-students:${group.id}`,
    initialValues: NO_TICKS,
    schema: AssignInput,
    toBody: (ticks: Ticks) => ({
      group_id: group.id,
      student_ids: [...ticked(students, group.id, ticks).checked],
      ...(ticks.since ? { since: ticks.since } : {}),
      updated_at: group.updated_at,
    }),
    fieldOf: (path) => (path.startsWith('student_ids') ? 'student_ids' : path),
    save: (body) => assign({ body }),
    onSaved: () => {
      toast.success('Students assigned successfully!')
      onClose()
    },
  })
  const ticks = form.fields.values
  const now = useMemo(() => ticked(students, group.id, ticks), [students, group.id, ticks])

  const tick = (those: readonly GroupCandidate[], checked: boolean) =>
    form.fields.setValues(withTicks(form.fields.getValues(), those, group.id, checked))

  async function refresh(): Promise<void> {
    const changed = now.added + now.removed + now.moved > 0
    const yes =
      !changed ||
      (await confirm({
        title: 'Discard changes?',
        message: 'What you ticked here has not been saved.',
        confirmLabel: 'Discard',
        cancelLabel: 'Keep editing',
        danger: true,
      }))
    if (!yes) return
    form.discard()
    await onRefresh()
  }

  async function reload(): Promise<void> {
    await onRefresh()
    form.clearProblem()
  }

  return (
    <FormModal
      title={`Group - ${group.name}`}
      form={form}
      saveLabel="Save Changes"
      onClose={onClose}
      onReload={reload}
      note={
        <Text size="sm" role="status" className={classes.note}>
          {[ticksText(now), limitText(now.checked.size)].filter(Boolean).join('. ')}
        </Text>
      }
    >
      <fieldset disabled={form.pending}>
        <TextInput
          label="Members since"
          description="For the students who are added: registers ask for them from this day on. Left empty: from the day of admission in a first group of the department, otherwise from today."
          type="date"
          max={collegeToday()}
          style={{ marginBottom: 'var(--mantine-spacing-md)' }}
          {...form.fields.getInputProps('since')}
        />
        <GroupStudentsList
          group={group}
          students={students}
          checked={now.checked}
          failure={failure}
          refreshing={refreshing}
          onRefresh={refresh}
          onTick={tick}
        />
      </fieldset>
    </FormModal>
  )
}
