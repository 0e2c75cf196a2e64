import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Leave, type LeaveAnswer, LeaveDecision } from '../../../shared/contract/leaves.ts'
import { leaveMay } from '../../../shared/policies/leaves.ts'
import { refusalOf } from '../../../shared/policies/policy.ts'
import { toast } from '../../core/toasts.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Radio, RadioGroup } from '../../ui/choices.tsx'
import { useDraftForm } from '../../ui/draft-form.ts'
import { Group } from '../../ui/elements.tsx'
import { FormCard } from '../../ui/FormCard.tsx'
import { TextArea } from '../../ui/fields.tsx'
import type { LeaveGuards } from '../../ui/leave-guard.ts'
import { useDecide } from './api.ts'
import { decisionValues } from './rules.ts'

interface Props {
  leave: Leave
  answer: LeaveAnswer
  /** True when no other department is asked: then its form is open at once. */
  isOnly: boolean
  guards: LeaveGuards
  onDone: () => void
}

/** Grants or refuses for one department. An earlier answer stays behind a button. */
export function DecisionForm(props: Props) {
  // The version that the form was opened over: another person's answer does not change it during typing.
  const [{ read, round }, setOpened] = useState({ read: props.answer, round: 0 })
  return (
    <OneDecision
      key={round}
      {...props}
      read={read}
      onFollow={() => setOpened({ read: props.answer, round: round + 1 })}
    />
  )
}

interface OneProps extends Props {
  read: LeaveAnswer
  onFollow: () => void
}

function OneDecision({ leave, answer, isOnly, guards, onDone, read, onFollow }: OneProps) {
  const { department } = answer
  const decide = useDecide()
  const [asked, setAsked] = useState(isOnly && answer.status === 'pending')
  const place = useRef<HTMLDivElement>(null)
  const form = useDraftForm({
    key: `leave-decision:${leave.id}:${department.id}`,
    initialValues: decisionValues(read),
    schema: LeaveDecision,
    toBody: (values) => ({ department_id: department.id, ...values }),
    save: (body) => decide({ params: { id: leave.id }, body }),
    onSaved: () => {
      toast.success(form.fields.getValues().status === 'granted' ? 'Leave granted.' : 'Leave refused.')
      onFollow()
      onDone()
    },
  })
  const isTouched = form.isDirty() || form.pending || form.problem !== undefined
  const isOld = answer.updated_at !== read.updated_at
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when it is known anew
  useEffect(() => {
    if (isOld && !isTouched) onFollow()
  }, [isOld, isTouched])

  const label = answer.status === 'pending' ? 'Decide' : 'Decide Otherwise'
  // The pressed button disappears and would take the focus along.
  function openForm(): void {
    flushSync(() => setAsked(true))
    place.current?.querySelector<HTMLElement>('input:checked')?.focus()
  }

  const refusal = refusalOf(leaveMay.decide, answer.status)
  if (refusal !== undefined && !isTouched) return null
  if (!asked && !isTouched)
    return (
      <Group>
        <Button variant="default" size="sm" aria-label={`${label} for ${department.name}`} onClick={openForm}>
          {label}
        </Button>
      </Group>
    )

  const { status } = form.fields.values
  const grants = status === 'granted'
  return (
    <div ref={place}>
      <FormCard
        title="Your decision"
        form={form}
        guards={guards}
        saveLabel={grants ? 'Grant Leave' : 'Refuse Leave'}
        closed={refusal !== undefined && !form.pending}
        // The typed text stays, now over the answer that the server holds.
        onReload={() => {
          form.fields.setFieldValue('updated_at', answer.updated_at)
          onFollow()
        }}
      >
        {refusal !== undefined && !form.pending && (
          <Alert color="gray" role="status">
            {refusal} What you typed is kept here until you discard it.
          </Alert>
        )}
        <RadioGroup aria-label={`Leave in ${department.name}`} {...form.fields.getInputProps('status')}>
          <Group gap="lg">
            <Radio value="granted" label="Grant" />
            <Radio value="refused" label="Refuse" />
          </Group>
        </RadioGroup>
        <TextArea label="Note for the student" required={!grants} rows={2} {...form.fields.getInputProps('note')} />
      </FormCard>
    </div>
  )
}
