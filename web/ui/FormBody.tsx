import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { Button } from './buttons.tsx'
import type { DraftForm } from './draft-form.ts'
import { Stack } from './elements.tsx'
import { Problem } from './Problem.tsx'
import { RestoredNote } from './RestoredNote.tsx'
import type { FormValues } from './schema-form.ts'

interface Props<Values extends FormValues> {
  id: string
  form: DraftForm<Values>
  /** Offered when the record was changed meanwhile. */
  onReload?: (() => void) | undefined
  children: ReactNode
}

/** The controls that may have the first focus, without the draft's own button. */
const CONTROLS = ':is(input, select, textarea, button):enabled:not([type="hidden"], [tabindex="-1"], [role="status"] *)'

/** Gives the first usable control the dialog's first focus, which the cross would get otherwise. */
function beginInside(form: HTMLFormElement | null): void {
  if (form?.querySelector('[data-autofocus]:enabled')) return
  for (const locked of form?.querySelectorAll('[data-autofocus]') ?? []) locked.removeAttribute('data-autofocus')
  form?.querySelector(CONTROLS)?.setAttribute('data-autofocus', '')
}

/** Shows the fields of a form below its restored draft and its failure, so that no form forgets them. */
export function FormBody<Values extends FormValues>({ id, form, onReload, children }: Props<Values>) {
  const problem = useRef<HTMLDivElement>(null)

  // Runs before the dialog looks for its first focus.
  useLayoutEffect(() => beginInside(form.formProps.ref.current), [form.formProps.ref])

  // Shows the failure, which may be out of sight above a long form. The pressed button lost the focus while it was
  // disabled; unless a field gets it, it stays in the dialog.
  useEffect(() => {
    if (!form.problem) return
    problem.current?.scrollIntoView({ block: 'center' })
    if (document.activeElement === document.body) problem.current?.focus()
  }, [form.problem])

  return (
    <form id={id} {...form.formProps}>
      <Stack gap="md">
        {form.restored && <RestoredNote disabled={form.pending} onStartOver={form.discard} />}
        {form.problem && (
          <div ref={problem} tabIndex={-1}>
            <Problem text={form.problem}>
              {form.conflict && onReload && (
                <Button variant="default" size="xs" onClick={onReload}>
                  Reload
                </Button>
              )}
            </Problem>
          </div>
        )}
        {children}
      </Stack>
    </form>
  )
}
