import { type ReactNode, useEffect, useId } from 'react'
import { Button } from './buttons.tsx'
import type { DraftForm } from './draft-form.ts'
import { Group, Paper, Stack, Title } from './elements.tsx'
import { FormBody } from './FormBody.tsx'
import type { LeaveGuards } from './leave-guard.ts'
import { SentBar } from './ProgressBar.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import type { FormValues } from './schema-form.ts'

interface Props<Values extends FormValues> {
  title: string
  /** The level of its heading: 3 in a dialog, 2 on a page. */
  order?: 2 | 3
  form: DraftForm<Values>
  /** The guards of the dialog around it. */
  guards: LeaveGuards
  saveLabel: string
  pendingLabel?: string
  /** Before the save button, inside no form of its own: another way to send the same fields, by the form's id. */
  otherwise?: (formId: string) => ReactNode
  /** The form can't be saved any more, and only keeps the typed text. */
  closed?: boolean
  /** Offered when the record was changed meanwhile. */
  onReload?: () => void
  children: ReactNode
}

/** Shows a small form beside others, in a dialog or on a page. */
export function FormCard<Values extends FormValues>(props: Props<Values>) {
  const {
    title,
    order = 3,
    form,
    guards,
    saveLabel,
    pendingLabel = 'Saving...',
    closed = false,
    onReload,
    otherwise,
    children,
  } = props
  const id = useId()

  useEffect(() => {
    guards.current.set(id, form)
  })
  useEffect(() => () => void guards.current.delete(id), [guards, id])

  return (
    <Paper component="section" withBorder p="md" aria-labelledby={`${id}-title`}>
      <Stack gap="sm">
        <Title order={order} size="h5" id={`${id}-title`}>
          {title}
        </Title>
        <FormBody id={id} form={form} onReload={onReload}>
          {children}
        </FormBody>
        <Group justify="flex-end" gap="xs">
          {form.uploading?.progress !== undefined && (
            <>
              <SentBar progress={form.uploading.progress} />
              <Button variant="default" onClick={form.uploading.cancel}>
                Cancel
              </Button>
            </>
          )}
          {otherwise?.(id)}
          {closed ? (
            <Button variant="default" onClick={form.discard}>
              Discard
            </Button>
          ) : (
            <SubmitButton form={id} pending={form.pending} label={saveLabel} pendingLabel={pendingLabel} />
          )}
        </Group>
      </Stack>
    </Paper>
  )
}
