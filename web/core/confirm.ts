import { store } from './store.ts'

export interface Question {
  title: string
  /** What it is about, above the message. */
  subject?: string
  message: string
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
}

export const question = store<(Question & { answer: (yes: boolean) => void }) | undefined>(undefined)

/** Asks in a dialog of the page; a second question while one is open is a no. */
export function confirm(asked: Question): Promise<boolean> {
  if (question.get()) return Promise.resolve(false)
  return new Promise((resolve) => {
    question.set({
      ...asked,
      answer: (yes) => {
        question.set(undefined)
        resolve(yes)
      },
    })
  })
}
