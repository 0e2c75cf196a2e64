import { type ReactNode, useId } from 'react'
import { Button } from './buttons.tsx'
import type { DraftForm } from './draft-form.ts'
import { FormBody } from './FormBody.tsx'
import { type LeaveGuards, useLeaveGuards } from './leave-guard.ts'
import { Modal, type ModalProps } from './Modal.tsx'
import { SentBar } from './ProgressBar.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import type { FormValues } from './schema-form.ts'

interface Props<Values extends FormValues> extends Omit<ModalProps, 'footer'> {
  form: DraftForm<Values>
  saveLabel?: string
  pendingLabel?: string
  /** Nothing can be saved now; the note says why. */
  blocked?: boolean | undefined
  /** Below the fields, outside the form; small forms in it are guarded with this one. */
  after?: ReactNode | ((guards: LeaveGuards) => ReactNode)
  /** Tells, beside the buttons, what a save would do. */
  note?: ReactNode
  /** Reloads a record that was changed meanwhile, instead of going back to the stored one. */
  onReload?: () => void
}

/** Shows a dialog with a form, its pending state, its failure and its restored draft. */
export function FormModal<Values extends FormValues>(props: Props<Values>) {
  const { form, saveLabel = 'Save', pendingLabel = 'Saving...', after, note, onReload = form.discard } = props
  const { onClose, children } = props
  const id = useId()
  const guards = useLeaveGuards(form)

  return (
    <Modal
      title={props.title}
      thing={props.thing}
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
          <SubmitButton
            form={id}
            pending={form.pending}
            blocked={props.blocked}
            label={saveLabel}
            pendingLabel={pendingLabel}
          />
        </>
      }
    >
      <FormBody id={id} form={form} onReload={onReload}>
        {children}
      </FormBody>
      {typeof after === 'function' ? after(guards) : after}
    </Modal>
  )
}
