import { store } from './store.ts'

export interface Question {
  title: string
  /** The subject of the question, above the message. */
  subject?: string
  message: string
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
}

export const question = store<(Question & { answer: (yes: boolean) => void }) | undefined>(undefined)

/** Asks in a dialog. A second question while one is open is answered no, and so is one that is taken back. */
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
