import { useRef, useState } from 'react'
import type { Schema } from '../../shared/endpoint.ts'
import { toast } from '../core/toasts.ts'
import { type DraftForm, type DraftFormOptions, useDraftForm } from './draft-form.ts'
import { doneText, type RecordKind } from './record-kind.ts'
import type { Fields, FormValues } from './schema-form.ts'

/** How a form is opened: over a record as it was read, or without one to add another. */
export interface Opening<R> {
  record: R | undefined
  onClose: () => void
  /** Reads the record again, and opens the form afresh over it. */
  onReload?: (() => void) | undefined
}

/** The version that was read is part of the draft: a restored one can't overwrite a later change unseen. */
type Versioned<Values> = Values & { updated_at: string | undefined }

export type RecordFields<Values extends FormValues> = Fields<Versioned<Values>>

interface Options<Values extends FormValues, Body, R, Made> extends Pick<DraftFormOptions, 'files' | 'uploading'> {
  kind: RecordKind
  opening: Opening<R>
  /** What the fields hold at first. */
  values: Values
  schema: Schema
  toBody: (values: Values) => Body
  fieldOf?: (path: string) => string
  create: (sent: { body: Body; key: string }) => Promise<Made>
  update: (sent: { params: { id: number }; body: Body & { updated_at: string | undefined } }) => Promise<unknown>
  /** What is said above the form when fields are wrong, beside their own texts. */
  problemOf?: (values: Values) => string | undefined
  /** Instead of saying that it was created, and of closing the form. */
  onCreated?: (made: Made) => void
}

export interface RecordForm<Values extends FormValues, R> extends DraftForm<Versioned<Values>> {
  kind: RecordKind
  opening: Opening<R>
}

/** The form that adds a record or changes one: its draft, its version, and what is said when it is saved. */
export function useRecordForm<
  Values extends FormValues,
  Body,
  R extends { id: number; updated_at: string },
  Made = unknown,
>(options: Options<Values, Body, R, Made>): RecordForm<Values, R> {
  const { kind, opening, values, toBody, create, update, onCreated, ...rest } = options
  const { record, onClose, onReload } = opening
  // As they were when the form opened: the filters and lists behind it are read again meanwhile.
  const [initialValues] = useState<Versioned<Values>>(() => ({ ...values, updated_at: record?.updated_at }))
  const finish = useRef(onClose)
  const bodyOf = ({ updated_at: _, ...typed }: Versioned<Values>) => toBody(typed as unknown as Values)

  function tell(done: 'created' | 'updated'): void {
    toast.success(doneText(kind, done))
    onClose()
  }

  const form = useDraftForm({
    key: `${kind.entity.replaceAll('_', '-')}:${record?.id ?? 'new'}`,
    ...rest,
    initialValues,
    toBody: bodyOf,
    save: async (_, typed, key) => {
      const body = bodyOf(typed)
      if (record) {
        await update({ params: { id: record.id }, body: { ...body, updated_at: typed.updated_at } })
        finish.current = () => tell('updated')
      } else {
        const made = await create({ body, key })
        finish.current = () => (onCreated ? onCreated(made) : tell('created'))
      }
    },
    onSaved: () => finish.current(),
  })

  function discard(): void {
    form.discard()
    onReload?.()
  }
  return { ...form, discard, kind, opening }
}
