import { auth, type LoginAnswer } from '../../shared/contract/auth.ts'
import { provider } from '../../shared/contract/provider.ts'
import type { BodyInput } from '../../shared/endpoint.ts'
import { call } from './call.ts'
import { startLogin, wasAnothers } from './login.ts'
import { type Patience, patiently } from './patience.ts'
import { ensureStart } from './start.ts'

export const finishAtProvider = async (query: string): Promise<void> =>
  enter(await call(provider.finish, { body: { query } }))

export const signIn = async (body: BodyInput<typeof auth.login>, patience: Patience = {}): Promise<void> =>
  enter(await patiently(() => call(auth.login, { body }), patience))

async function enter(answer: LoginAnswer): Promise<void> {
  const isAnother = wasAnothers(answer.user.id)
  startLogin(answer)
  if (isAnother) {
    window.location.replace('/dashboard')
    // A page that is about to go does nothing more.
    await new Promise(() => {})
  }
  void ensureStart().catch(() => undefined)
}
