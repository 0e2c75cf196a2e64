import { Button, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import type { DraftForm } from './draft-form.ts'
import { Problem } from './Problem.tsx'
import { RestoredNote } from './RestoredNote.tsx'
import type { FormValues } from './schema-form.ts'

interface Props<Values extends FormValues> {
  id: string
  form: DraftForm<Values>
  /** Offered where the record was changed meanwhile. */
  onReload?: (() => void) | undefined
  children: ReactNode
}

/** What may be begun with, but for the draft's own button. */
const CONTROLS = ':is(input, select, textarea, button):enabled:not([type="hidden"], [tabindex="-1"], [role="status"] *)'

/** Has the dialog begin in the first control that can be used: its own first one is the cross that closes it. */
function beginInside(form: HTMLFormElement | null): void {
  if (form?.querySelector('[data-autofocus]:enabled')) return
  for (const locked of form?.querySelectorAll('[data-autofocus]') ?? []) locked.removeAttribute('data-autofocus')
  form?.querySelector(CONTROLS)?.setAttribute('data-autofocus', '')
}

/** The fields of a form below its restored draft and its failure, which cannot be forgotten this way. */
export function FormBody<Values extends FormValues>({ id, form, onReload, children }: Props<Values>) {
  const problem = useRef<HTMLDivElement>(null)

  // Before the dialog looks for it.
  useLayoutEffect(() => beginInside(form.formProps.ref.current), [form.formProps.ref])

  // Above a long form it would go unseen. The button that was pressed lost the focus while it was disabled: where no
  // field gets it, it stays in the dialog.
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
