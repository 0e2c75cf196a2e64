import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { secondFactor } from '../../../shared/contract/second-factor.ts'
import { ProofInput } from '../../../shared/contract/second-factor.ts'
import type { BodyInput } from '../../../shared/endpoint.ts'
import { Group, Stack } from '../../ui/elements.tsx'
import type { LeaveGuards } from '../../ui/leave-guard.ts'
import { CodeField, PasswordField } from '../../ui/PasswordField.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'

interface Props {
  label: string
  pendingLabel: string
  /** The hint under the code's field where a recovery code is not accepted. */
  codeHint?: string
  /** True when the first field takes the focus, as nothing else is to be done before. */
  focuses?: boolean
  save: (body: BodyInput<typeof secondFactor.confirm>) => Promise<unknown>
  onSaved?: () => void
  /** The guards of the dialog around the form: leaving with typed text asks first. */
  guards?: LeaveGuards
  /** Beside the button. */
  children?: ReactNode
}

/** Asks for password and code, as every change of the second factor needs. */
export function ProofForm({ label, pendingLabel, codeHint, focuses = false, save, onSaved, guards, children }: Props) {
  const id = useId()
  const isSaved = useRef(false)
  const form = useSchemaForm({
    initialValues: { current_password: '', code: '' },
    schema: ProofInput,
    toBody: (values) => values,
    save: async (body) => {
      await save(body)
      isSaved.current = true
    },
    ...(onSaved ? { onSaved } : {}),
  })

  useEffect(() => {
    const isDirty = () => !isSaved.current && Object.values(form.fields.getValues()).some((text) => text !== '')
    guards?.current.set(id, { isDirty, abandon: () => undefined })
  })
  useEffect(() => () => void guards?.current.delete(id), [guards, id])

  return (
    <form {...form.formProps}>
      <Stack gap="sm">
        {form.problem && <Problem text={form.problem} />}
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          autoFocus={focuses}
          {...form.fields.getInputProps('current_password')}
        />
        <CodeField
          {...(codeHint ? { description: codeHint, inputMode: 'numeric' } : {})}
          {...form.fields.getInputProps('code')}
        />
        <Group justify="flex-end" gap="xs">
          {children}
          <SubmitButton pending={form.pending} label={label} pendingLabel={pendingLabel} />
        </Group>
      </Stack>
    </form>
  )
}
