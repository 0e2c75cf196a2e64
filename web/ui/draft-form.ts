import { useRef, useState } from 'react'
import type { Schema } from '../../shared/endpoint.ts'
import { draftKey, dropDraft, readDraft, writeDraft } from '../core/drafts.ts'
import { useSession } from '../core/session.ts'
import { useOpenForm } from '../core/sign-in-again.ts'
import { type FormValues, type SchemaForm, type SchemaFormOptions, useSchemaForm } from './schema-form.ts'

interface Options<Values extends FormValues, S extends Schema>
  extends Omit<SchemaFormOptions<Values, S>, 'onValuesChange'> {
  /** Names the form among a person's drafts: "task:new", "task:5". */
  key: string
  /** Passwords are never written down. */
  secret?: boolean
  /** Something beside the values that would be lost, such as chosen files. */
  alsoDirty?: boolean
}

export interface DraftForm<Values extends FormValues> extends SchemaForm<Values> {
  /** What was typed before a reload is back in the fields. */
  restored: boolean
  isDirty: () => boolean
  /** Forgets the draft and goes back to what is stored. */
  discard: () => void
  /** Forgets the draft of a form that is being left. */
  abandon: () => void
}

/** A form whose typed text survives a reload and the end of the session. */
export function useDraftForm<Values extends FormValues, S extends Schema>(
  options: Options<Values, S>,
): DraftForm<Values> {
  const { key, secret = false, alsoDirty = false, initialValues, save, ...rest } = options
  const userId = useSession()?.user.id ?? 0
  const storedAt = draftKey(userId, key)
  const finished = useRef(false)
  const [draft] = useState(() => (secret ? undefined : readDraft<Values>(storedAt)))
  const [restored, setRestored] = useState(draft !== undefined)
  useOpenForm()

  const differs = (values: Values) => JSON.stringify(values) !== JSON.stringify(initialValues)

  const form = useSchemaForm({
    ...rest,
    initialValues: draft ?? initialValues,
    onValuesChange: (values) => {
      if (secret || finished.current) return
      if (differs(values)) writeDraft(storedAt, values)
      else dropDraft(storedAt)
    },
    save: async (body, values) => {
      await save(body, values)
      abandon()
    },
  })

  function abandon(): void {
    finished.current = true
    dropDraft(storedAt)
  }

  return {
    ...form,
    restored,
    isDirty: () => !finished.current && (alsoDirty || differs(form.fields.getValues())),
    discard: () => {
      form.fields.setValues(initialValues)
      form.clearProblem()
      setRestored(false)
      dropDraft(storedAt)
    },
    abandon,
  }
}
