import { useForm } from '@mantine/form'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { CHANGED_MEANWHILE, type Schema } from '../../shared/endpoint.ts'
import { ApiError, isValidationLine, messageOf } from '../core/api-error.ts'
import { isCancelled } from '../core/call.ts'

export interface SchemaFormOptions<Values extends FormValues, S extends Schema> {
  initialValues: Values
  /** The contract's schema: its messages stand under their fields. */
  schema: S
  /** Makes the request's body of the form's values. */
  toBody: (values: Values) => z.input<S>
  /** Returns the form's field for a path of the body, where they differ. */
  fieldOf?: (path: string) => string
  /** Returns the name of a refused field whose path says nothing to people. */
  nameOf?: (path: string) => string | undefined
  /** Returns the text above a form with wrong fields, beside their own texts. */
  problemOf?: (values: Values) => string | undefined
  save: (body: z.input<S>, values: Values) => Promise<unknown>
  onSaved?: () => void
  onValuesChange?: (values: Values) => void
}

/** The values of a form's fields. It is a `type`, since an interface does not fit the kit's. */
export type FormValues = Record<string, unknown>

type Messages = Record<string, string>

const useFields = <Values extends FormValues>(
  initialValues: Values,
  validate: (values: Values) => Messages,
  onValuesChange: ((values: Values) => void) | undefined,
) => useForm<Values>({ initialValues, validate, onValuesChange })

/** The kit does not export this type's name under Node's resolution. */
export type Fields<Values extends FormValues> = ReturnType<typeof useFields<Values>>

export interface SchemaForm<Values extends FormValues> {
  fields: Fields<Values>
  formProps: {
    ref: RefObject<HTMLFormElement | null>
    noValidate: true
    onSubmit: (event?: FormEvent<HTMLFormElement>) => void
  }
  pending: boolean
  /** The problem of the whole form, or of something it does not show; for a refusal by the server the whole text. */
  problem: string | undefined
  /** True when the record was changed meanwhile. */
  conflict: boolean
  clearProblem: () => void
  /** Shows the error of each field, as a save would, and leaves the focus where it is. */
  showMissing: () => void
}

function messagesOf(issues: readonly z.core.$ZodIssue[], fieldOf: (path: string) => string): Messages {
  const messages: Messages = {}
  for (const issue of issues) {
    const field = fieldOf(issue.path.join('.'))
    messages[field] ??= issue.message
  }
  return messages
}

const samePath = (path: string) => path

/** Makes a form of a schema: with its messages, the server's refusals at their fields, focus on the first wrong one. */
export function useSchemaForm<Values extends FormValues, S extends Schema>(
  options: SchemaFormOptions<Values, S>,
): SchemaForm<Values> {
  const {
    initialValues,
    schema,
    toBody,
    fieldOf = samePath,
    nameOf,
    problemOf,
    save,
    onSaved,
    onValuesChange,
  } = options
  const ref = useRef<HTMLFormElement>(null)
  const focusWanted = useRef(false)
  const busy = useRef(false)
  const [problem, setProblem] = useState<{ text: string; conflict: boolean }>()

  const validate = (values: Values): Messages => {
    const checked = z.safeParse(schema, toBody(values))
    return checked.success ? {} : messagesOf(checked.error.issues, fieldOf)
  }
  const fields = useFields(initialValues, validate, onValuesChange)

  function showErrors(messages: Messages): void {
    const shown = (field: string) => ref.current?.querySelector(`[data-path="${CSS.escape(field)}"]`) != null
    const elsewhere = Object.entries(messages).filter(([field]) => !shown(field))
    if (elsewhere.length > 0) setProblem({ text: elsewhere.map(([, text]) => text).join(' '), conflict: false })
    focusWanted.current = true
    fields.setErrors(messages)
  }

  const named = (text: string, paths: readonly string[]) =>
    paths.reduce((told, path) => told.replace(`${path}: `, `${nameOf?.(path) ?? path}: `), text)

  function showFailure(error: unknown): void {
    if (isCancelled(error)) return
    if (error instanceof ApiError && error.errors) {
      const entries = Object.entries(error.errors).map(([path, texts]) => [fieldOf(path), texts.join(' ')])
      showErrors(Object.fromEntries(entries))
      if (isValidationLine(error))
        setProblem({ text: named(error.message, Object.keys(error.errors)), conflict: false })
      return
    }
    setProblem({ text: messageOf(error), conflict: error instanceof ApiError && error.message === CHANGED_MEANWHILE })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when errors have been rendered
  useEffect(() => {
    if (!focusWanted.current) return
    focusWanted.current = false
    // A password's frame is marked too, but takes no focus.
    const invalid = ref.current?.querySelectorAll<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]') ?? []
    for (const field of invalid) if (field.tabIndex >= 0) return field.focus()
  }, [fields.errors])

  const submit = fields.onSubmit(
    async (values) => {
      if (busy.current) return
      busy.current = true
      setProblem(undefined)
      try {
        await save(toBody(values), values)
        onSaved?.()
      } catch (error) {
        showFailure(error)
      } finally {
        busy.current = false
      }
    },
    (errors) => {
      const text = problemOf?.(fields.getValues())
      setProblem(text === undefined ? undefined : { text, conflict: false })
      showErrors(errors as Messages)
    },
  )

  return {
    fields,
    formProps: { ref, noValidate: true, onSubmit: submit },
    pending: fields.submitting,
    problem: problem?.text,
    conflict: problem?.conflict ?? false,
    clearProblem: () => setProblem(undefined),
    showMissing: () => fields.setErrors(validate(fields.getValues())),
  }
}
