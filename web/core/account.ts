import { auth, users } from '../../shared/contract/auth.ts'
import { health } from '../../shared/contract/health.ts'
import type { BodyInput } from '../../shared/endpoint.ts'
import { unreached } from './api-error.ts'
import { call } from './call.ts'
import { confirm } from './confirm.ts'
import { clearLogin, getLogin, startLogin, storeRoles, wasAnothers } from './login.ts'
import { allBegun } from './offline-value.ts'
import { emptyOutbox, sendNow, unsent } from './outbox.ts'
import { type Patience, patiently } from './patience.ts'

const PATIENCE_MS = 5000

let loading: Promise<void> | undefined

/** Whether nothing at all reaches the server: without network, in a Wi-Fi that leads nowhere or to its own sign-in. */
const isOutOfReach = () =>
  call(health.read, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    () => false,
    () => true,
  )

/**
 * Loads the roles once a tab; if that fails the stored roles become empty. Where the server is out
 * of reach nothing can be asked, and what the person was told at the sign-in holds.
 */
export function ensureRoles(): Promise<void> {
  const login = getLogin()
  if (!login || login.roles) return Promise.resolve()
  loading ??= call(users.roles, { params: { id: login.user.id } })
    .then(({ data }) => data.map((role) => role.name))
    .catch(async (error) => (unreached(error) && (await isOutOfReach()) ? login.user.roles : []))
    .then((roles) => {
      if (getLogin()) storeRoles(roles)
    })
    .finally(() => {
      loading = undefined
    })
  return loading
}

export async function signIn(body: BodyInput<typeof auth.login>, patience: Patience = {}): Promise<void> {
  const answer = await patiently(() => call(auth.login, { body }), patience)
  const isAnother = wasAnothers(answer.user.id)
  startLogin(answer)
  if (isAnother) {
    window.location.replace('/dashboard')
    // Nothing more is done by a page that is about to go.
    await new Promise(() => {})
  }
  await ensureRoles()
}

/** Whether everything that was saved has reached the server, or the person gives it up. */
async function nothingIsLost(owner: number): Promise<boolean> {
  if (unsent().length > 0) await sendNow()
  const begun = allBegun(owner).map(([, { title }]) => title)
  const left = new Set([...unsent().map(({ title }) => title), ...begun])
  if (left.size === 0) return true
  return confirm({
    title: 'Log out and lose what was not sent?',
    message: `Kept on this device only: ${[...left].join('; ')}. It is lost when you log out.`,
    confirmLabel: 'Log out',
    cancelLabel: 'Stay',
    danger: true,
  })
}

/** Clears the login even when the call fails. False when the person stays, so as not to lose what was not sent. */
export async function logout(): Promise<boolean> {
  const owner = getLogin()?.user.id
  if (owner !== undefined && !(await nothingIsLost(owner))) return false
  // Ended meanwhile: what waits goes on waiting for the same person.
  if (owner === undefined || getLogin()?.user.id !== owner) return true
  await call(auth.logout).catch(() => undefined)
  await emptyOutbox(owner).catch(() => undefined)
  clearLogin({ drafts: true })
  return true
}
