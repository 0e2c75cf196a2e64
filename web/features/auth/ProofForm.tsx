import { Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { secondFactor } from '../../../shared/contract/second-factor.ts'
import { ProofInput } from '../../../shared/contract/second-factor.ts'
import type { BodyInput } from '../../../shared/endpoint.ts'
import { CodeField, PasswordField } from '../../ui/PasswordField.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'

interface Props {
  label: string
  pendingLabel: string
  /** What is said of the code's field. */
  codeHint?: string
  save: (body: BodyInput<typeof secondFactor.confirm>) => Promise<unknown>
  /** Beside the button. */
  children?: ReactNode
}

/** Password and code, which every change of the second factor asks for. */
export function ProofForm({ label, pendingLabel, codeHint, save, children }: Props) {
  const form = useSchemaForm({
    initialValues: { current_password: '', code: '' },
    schema: ProofInput,
    toBody: (values) => values,
    save,
  })
  return (
    <form {...form.formProps}>
      <Stack gap="sm">
        {form.problem && <Problem text={form.problem} />}
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          {...form.fields.getInputProps('current_password')}
        />
        <CodeField {...(codeHint ? { description: codeHint } : {})} {...form.fields.getInputProps('code')} />
        <Group justify="flex-end" gap="xs">
          {children}
          <SubmitButton pending={form.pending} label={label} pendingLabel={pendingLabel} />
        </Group>
      </Stack>
    </form>
  )
}
