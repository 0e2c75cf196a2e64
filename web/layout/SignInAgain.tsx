import { signInAgain } from '../core/sign-in-again.ts'
import { later } from '../ui/later.tsx'

const SignInDialog = later(async () => (await import('./SignInDialog.tsx')).SignInDialog)

/** Shows the sign-in over an open form whose login has ended. */
export function SignInAgain() {
  // The network may be gone by then.
  SignInDialog.useWhenIdle()
  const asked = signInAgain.use()
  return asked && <SignInDialog name={asked.name} onCancel={() => asked.answer(false)} />
}
