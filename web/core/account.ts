import { auth } from '../../shared/contract/auth.ts'
import type { BodyInput } from '../../shared/endpoint.ts'
import { call } from './call.ts'
import { startLogin, wasAnothers } from './login.ts'
import { type Patience, patiently } from './patience.ts'

/** Its code comes with the screens, not with the page of the sign-in. */
export const ensureStart = async (): Promise<void> => (await import('./start.ts')).ensureStart()

export async function signIn(body: BodyInput<typeof auth.login>, patience: Patience = {}): Promise<void> {
  const answer = await patiently(() => call(auth.login, { body }), patience)
  const isAnother = wasAnothers(answer.user.id)
  startLogin(answer)
  if (isAnother) {
    window.location.replace('/dashboard')
    // Nothing more is done by a page that is about to go.
    await new Promise(() => {})
  }
  void ensureStart().catch(() => undefined)
}
