/** What stands in the sign-in that the server has written (server/core/http/written-login.ts), before this page takes its place. */
export interface WrittenLogin {
  email: string
  password: string
  /** The field that the person is in. */
  focused: 'email' | 'password' | undefined
  /** Login was pressed. */
  isSent: boolean
}

const WRITTEN = '[data-written]'
const FIELDS = ['email', 'password'] as const

/** @returns nothing where the server has written none, or it is gone */
export function readWrittenLogin(): WrittenLogin | undefined {
  const written = document.querySelector<HTMLElement>(WRITTEN)
  if (!written) return undefined
  const field = (name: string) => written.querySelector<HTMLInputElement>(`[data-path="${name}"]`)
  return {
    email: field('email')?.value ?? '',
    password: field('password')?.value ?? '',
    focused: FIELDS.find((name) => field(name) === document.activeElement),
    isSent: written.dataset.written === 'sent',
  }
}
