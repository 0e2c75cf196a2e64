import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { DraftForm } from './draft-form.ts'
import { useLeaveGuard } from './leave-guard.ts'
import { Modal, type ModalProps } from './Modal.tsx'
import { Problem } from './Problem.tsx'
import { SentBar } from './ProgressBar.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import type { FormValues } from './schema-form.ts'

interface Props<Values extends FormValues> extends Omit<ModalProps, 'footer'> {
  form: DraftForm<Values>
  saveLabel?: string
  pendingLabel?: string
  /** Below the fields, outside the form. */
  after?: ReactNode
  /** Beside the buttons: what a save would do. */
  note?: ReactNode
  /** For a record that was changed meanwhile, instead of going back to what is stored. */
  onReload?: () => void
}

/** A dialog with a form: its pending state, its failure and its restored draft cannot be forgotten. */
export function FormModal<Values extends FormValues>(props: Props<Values>) {
  const { form, saveLabel = 'Save', pendingLabel = 'Saving...', after, note, onReload } = props
  const { onClose, children } = props
  const id = useId()
  const problem = useRef<HTMLDivElement>(null)
  useLeaveGuard(form.isDirty, form.abandon)

  // Above a long form it would go unseen. The button that was pressed lost the focus while it was disabled: where no
  // field gets it, it stays in the dialog.
  useEffect(() => {
    if (!form.problem) return
    problem.current?.scrollIntoView({ block: 'center' })
    if (document.activeElement === document.body) problem.current?.focus()
  }, [form.problem])

  return (
    <Modal
      title={props.title}
      size={props.size}
      onClose={() => !form.pending && onClose()}
      footer={
        <>
          {form.uploading?.progress !== undefined && <SentBar progress={form.uploading.progress} />}
          {note}
          <Button
            variant="default"
            disabled={form.pending && !form.uploading}
            onClick={form.pending ? form.uploading?.cancel : onClose}
          >
            Cancel
          </Button>
          <SubmitButton form={id} pending={form.pending} label={saveLabel} pendingLabel={pendingLabel} />
        </>
      }
    >
      <form id={id} {...form.formProps}>
        <Stack gap="md">
          {form.restored && (
            <Alert color="gray" icon={<IconHistory aria-hidden />} role="status">
              <Group justify="space-between">
                <Text size="sm">Restored what you typed.</Text>
                <Button variant="default" size="xs" disabled={form.pending} onClick={form.discard}>
                  Discard
                </Button>
              </Group>
            </Alert>
          )}
          {form.problem && (
            <div ref={problem} tabIndex={-1}>
              <Problem text={form.problem}>
                {form.conflict && (
                  <Button variant="default" size="xs" onClick={onReload ?? form.discard}>
                    Reload
                  </Button>
                )}
              </Problem>
            </div>
          )}
          {children}
        </Stack>
      </form>
      {after}
    </Modal>
  )
}
