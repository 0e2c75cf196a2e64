import { useRef, useState } from 'react'
import type { Schema } from '../../shared/endpoint.ts'
import { toast } from '../core/toasts.ts'
import { type DraftForm, type DraftFormOptions, useDraftForm } from './draft-form.ts'
import { doneText, type RecordKind } from './record-kind.ts'
import type { Fields, FormValues } from './schema-form.ts'

/** Records that are added one after the other: once a form has closed after its save, the next one opens. */
export interface Series {
  /** True when the person wants to go on with the next record. */
  goesOn: boolean
  setGoesOn: (goesOn: boolean) => void
  /** The values of the former record with which this form begins. */
  kept: FormValues
  /** Called after a create with the values to keep. */
  onCreated: (kept: FormValues) => void
}

/** Opens a form over a record as it was read, or without one to add a record. */
export interface Opening<R> {
  record: R | undefined
  onClose: () => void
  /** Reads the record again, and opens the form anew over it. */
  onReload?: (() => void) | undefined
  series?: Series | undefined
}

/** A draft keeps the version that was read, so that a restored one can't overwrite a later change unseen. */
type Versioned<Values> = Values & { updated_at: string | undefined }

export type RecordFields<Values extends FormValues> = Fields<Versioned<Values>>

interface Options<Values extends FormValues, Body, R, Made> extends Pick<DraftFormOptions, 'files' | 'uploading'> {
  kind: RecordKind
  opening: Opening<R>
  /** The first values of the fields. */
  values: Values
  schema: Schema
  toBody: (values: Values) => Body
  fieldOf?: (path: string) => string
  nameOf?: (path: string) => string | undefined
  create: (sent: { body: Body; key: string }) => Promise<Made>
  update: (sent: { params: { id: number }; body: Body & { updated_at: string | undefined } }) => Promise<unknown>
  /** Returns the text above a form with wrong fields, beside their own texts. */
  problemOf?: (values: Values) => string | undefined
  /** Replaces the toast and the closing after a create. */
  onCreated?: (made: Made) => void
  /** Offers to go on with the next record, which begins with the same in these fields; there may be none. */
  keeps?: readonly (keyof Values & string)[]
}

export interface RecordForm<Values extends FormValues, R> extends DraftForm<Versioned<Values>> {
  kind: RecordKind
  opening: Opening<R>
  /** Given for a new record of a kind that people add many of. */
  series: Series | undefined
}

/** Makes the form that adds or changes a record, with its draft, version and toasts. */
export function useRecordForm<
  Values extends FormValues,
  Body,
  R extends { id: number; updated_at: string },
  Made = unknown,
>(options: Options<Values, Body, R, Made>): RecordForm<Values, R> {
  const { kind, opening, values, toBody, create, update, onCreated, keeps, ...rest } = options
  const { record, onClose, onReload } = opening
  const series = keeps && !record ? opening.series : undefined
  // Keeps the values of the opening: the filters and lists behind the form change meanwhile.
  const [initialValues] = useState<Versioned<Values>>(() => ({
    ...values,
    ...series?.kept,
    updated_at: record?.updated_at,
  }))
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
        series?.onCreated(Object.fromEntries((keeps ?? []).map((name) => [name, typed[name]])))
        finish.current = () => (onCreated ? onCreated(made) : tell('created'))
      }
    },
    onSaved: () => finish.current(),
  })

  function discard(): void {
    form.discard()
    onReload?.()
  }
  return { ...form, discard, kind, opening, series }
}
