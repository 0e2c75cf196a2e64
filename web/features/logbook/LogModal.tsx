import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { collegeToday } from '../../../shared/college-clock.ts'
import { LogEntryInput } from '../../../shared/contract/log-entries.ts'
import type { LogChoices } from '../../../shared/contract/logbook.ts'
import { counted } from '../../../shared/labels.ts'
import { toast } from '../../core/toasts.ts'
import { useDraftForm } from '../../ui/draft-form.ts'
import { FormModal } from '../../ui/FormModal.tsx'
import { RecordModal } from '../../ui/RecordModal.tsx'
import { choicesQuery } from './api.ts'
import { LogFields } from './LogFields.tsx'
import { NoSkillsModal } from './NoSkillsModal.tsx'
import { departmentOfSkill, logValues, roundBody, roundField, timesOf } from './rules.ts'
import { KEPT, logRound } from './sent.api.ts'

interface Props {
  /** The skill to begin with. */
  skillId: number | undefined
  /** The departments in the order in which their skills are offered. */
  first: readonly number[]
  onClose: () => void
}

export const TITLE = 'Log a Performance'

/** Logs a performance, or several alike. It is kept on the device first, so it needs no network. */
export function LogModal({ skillId, first, onClose }: Props) {
  const choices = useQuery(choicesQuery)
  return (
    <RecordModal
      title={TITLE}
      query={{ data: choices.data?.value, error: choices.error, refetch: choices.refetch }}
      onClose={onClose}
    >
      {(known) =>
        known.skills.length === 0 ? (
          <NoSkillsModal onClose={onClose} />
        ) : (
          <LogForm choices={known} skillId={skillId} first={first} onClose={onClose} />
        )
      }
    </RecordModal>
  )
}

function LogForm({ choices, skillId, first, onClose }: Props & { choices: LogChoices }) {
  // Starts with the day on which the form was opened, so that it stays over midnight.
  const [initialValues] = useState(() => logValues(choices, skillId, collegeToday()))
  const form = useDraftForm({
    key: `performance:${skillId ?? 'new'}`,
    initialValues,
    schema: LogEntryInput,
    toBody: (values) => roundBody(values, 'checked0'),
    fieldOf: roundField,
    save: async (_, values, key) => {
      const skill = choices.skills.find((one) => String(one.id) === values.skill_id)
      const supervisors = departmentOfSkill(choices, values.skill_id)?.supervisors ?? []
      const supervisor = supervisors.find((one) => String(one.id) === values.supervisor_id)
      const name = skill?.name ?? ''
      const times = timesOf(values)
      const title = times === 1 ? name : `${name}, ${times} times`
      const isSent = await logRound(title, roundBody(values, key), { skill: name, supervisor: supervisor?.name ?? '' })
      toast.success(isSent ? `${counted(times, 'performance')} logged.` : KEPT)
    },
    onSaved: onClose,
  })
  return (
    <FormModal title={TITLE} form={form} onClose={onClose}>
      <LogFields fields={form.fields} choices={choices} earliestDay={choices.earliest_day} first={first} />
    </FormModal>
  )
}
