import type { ReactNode } from 'react'
import { Checkbox } from '../ui/choices.tsx'
import { FormModal } from '../ui/FormModal.tsx'
import type { ModalProps } from '../ui/Modal.tsx'
import type { RecordForm as Form } from '../ui/record-form.ts'
import type { FormValues } from '../ui/schema-form.ts'
import { HistoryPanel } from './HistoryPanel.tsx'
import classes from './RecordForm.module.css'

interface Props<Values extends FormValues, R> {
  form: Form<Values, R>
  size?: ModalProps['size']
  saveLabel?: string | undefined
  /** Beside the buttons. */
  note?: ReactNode
  /** Between the form and the record's history. */
  after?: ReactNode
  children: ReactNode
}

/** Shows the form of `useRecordForm` in a dialog. */
export function RecordForm<Values extends FormValues, R extends { id: number }>(props: Props<Values, R>) {
  const { form, note, after, children, ...rest } = props
  const { kind, opening, series } = form
  const { record, onClose } = opening
  return (
    <FormModal
      title={`${record ? 'Edit' : 'Add New'} ${kind.title}`}
      {...rest}
      form={form}
      onClose={onClose}
      note={
        <>
          {series && (
            <Checkbox
              label="Go on with the next one"
              className={classes.next}
              checked={series.goesOn}
              onChange={(event) => series.setGoesOn(event.currentTarget.checked)}
            />
          )}
          {note}
        </>
      }
      after={
        record && (
          <>
            {after}
            <HistoryPanel entity={kind.entity} id={record.id} />
          </>
        )
      }
    >
      {children}
    </FormModal>
  )
}
