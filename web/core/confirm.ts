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

/** Asks in a dialog of the page; a second question while one is open is a no, and so is one that is taken back. */
export function confirm(asked: Question, takenBack?: AbortSignal): Promise<boolean> {
  if (question.get()) return Promise.resolve(false)
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      takenBack?.removeEventListener('abort', no)
      question.set(undefined)
      resolve(yes)
    }
    const no = () => answer(false)
    takenBack?.addEventListener('abort', no)
    question.set({ ...asked, answer })
  })
}
