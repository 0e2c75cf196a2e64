import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { Schema } from '../../shared/endpoint.ts'
import { ApiError, unreached } from '../core/api-error.ts'
import { isCancelled } from '../core/call.ts'
import { draftKey, dropDraft, readDraft, writeDraft } from '../core/drafts.ts'
import { useLogin } from '../core/login.ts'
import { newKey } from '../core/new-key.ts'
import { useOpenForm } from '../core/sign-in-again.ts'
import type { Uploading } from '../core/uploading.ts'
import { type FormValues, type SchemaForm, type SchemaFormOptions, useSchemaForm } from './schema-form.ts'

export interface DraftFormOptions<Values extends FormValues = FormValues, S extends Schema = Schema>
  extends Omit<SchemaFormOptions<Values, S>, 'onValuesChange' | 'save'> {
  /** Names the form among a person's drafts: "task:new", "task:5". */
  key: string
  /** Passwords are never written down. */
  secret?: boolean
  /** The form's files; a draft can't hold chosen ones, nor one that is being made. */
  files?: { added: readonly unknown[]; isBegun: boolean; isDirty: boolean }
  /** The upload with which the form is saved. */
  uploading?: Uploading
  /** Sends the form; a create sends `sendKey` along. */
  save: (body: z.input<S>, values: Values, sendKey: string) => Promise<unknown>
}

interface Draft<Values> {
  values: Values
  /** Kept with the draft: a save after a reload is still the same create. */
  sendKey: string
  /** True when files were chosen beside the values. */
  hadFiles: boolean
}

const SAVED_BEFORE =
  'This was saved already: only the answer to your first save was lost. What you changed since is not in it. Close this form and change the record in the list.'

export interface DraftForm<Values extends FormValues> extends SchemaForm<Values> {
  /** True when the fields have the text typed before a reload. */
  restored: boolean
  /** True when files chosen before a reload have to be chosen again. */
  lacksFiles: boolean
  uploading: Uploading | undefined
  isDirty: () => boolean
  /** Forgets the draft and restores the stored values. */
  discard: () => void
  /** Forgets the draft of a form that is being left. */
  abandon: () => void
}

/** Keeps a form's typed text through a reload and the end of the login. */
export function useDraftForm<Values extends FormValues, S extends Schema>(
  options: DraftFormOptions<Values, S>,
): DraftForm<Values> {
  const { key, secret = false, files, uploading, initialValues, save, ...rest } = options
  const userId = useLogin()?.user.id ?? 0
  const storedAt = draftKey(userId, key)
  const finished = useRef(false)
  const [draft] = useState(() => (secret ? undefined : readDraft<Draft<Values>>(storedAt)))
  /** A key for each opened form, so that repeating a save after a lost answer makes one record. */
  const sendKey = useRef(draft?.sendKey)
  /** True when a save may have succeeded, though no answer came. */
  const unanswered = useRef(false)
  const client = useQueryClient()
  const differs = (values: Values) => JSON.stringify(values) !== JSON.stringify(initialValues)
  const [restored, setRestored] = useState(draft !== undefined && differs(draft.values))
  const [lacksFiles, setLacksFiles] = useState(draft?.hadFiles ?? false)
  const hasFiles = files !== undefined && files.added.length > 0
  const hadFiles = hasFiles || lacksFiles || files?.isBegun === true
  useOpenForm()

  function keyNow(): string {
    sendKey.current ??= newKey()
    return sendKey.current
  }

  async function send(body: z.input<S>, values: Values): Promise<void> {
    try {
      await save(body, values, keyNow())
    } catch (error) {
      const isRefused = error instanceof ApiError && error.creates && error.status === 409
      // The server knows the key with another body: an unanswered save, perhaps before a reload, did arrive.
      if (isRefused && (unanswered.current || /idempotency-key/i.test(error.message))) {
        void client.invalidateQueries()
        throw new ApiError(409, SAVED_BEFORE)
      }
      unanswered.current ||= unreached(error) || isCancelled(error)
      throw error
    }
    unanswered.current = false
    abandon()
  }

  // After a lost answer the lists are read again, so that a person who gives up sees the outcome.
  useEffect(
    () => () => {
      if (unanswered.current) void client.invalidateQueries()
    },
    [client],
  )

  const form = useSchemaForm({
    ...rest,
    initialValues: draft?.values ?? initialValues,
    onValuesChange: keep,
    save: send,
  })

  function keep(values: Values): void {
    if (secret || finished.current) return
    if (differs(values) || hadFiles)
      writeDraft(storedAt, { values, sendKey: keyNow(), hadFiles } satisfies Draft<Values>)
    else dropDraft(storedAt)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: values that change are kept by the fields
  useEffect(() => keep(form.fields.getValues()), [hadFiles])
  // An empty required field shows its error now; without this, only a save would show it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opened form
  useEffect(() => {
    if (restored) form.showMissing()
  }, [])
  useEffect(() => {
    if (hasFiles) setLacksFiles(false)
  }, [hasFiles])

  function abandon(): void {
    finished.current = true
    sendKey.current = undefined
    dropDraft(storedAt)
  }

  return {
    ...form,
    restored,
    lacksFiles,
    uploading,
    isDirty: () => !finished.current && (files?.isDirty || lacksFiles || differs(form.fields.getValues())),
    discard: () => {
      form.fields.setValues(initialValues)
      form.clearProblem()
      setRestored(false)
      setLacksFiles(false)
      sendKey.current = undefined
      dropDraft(storedAt)
    },
    abandon,
  }
}
