import { auth, users } from '../../shared/contract/auth.ts'
import { health } from '../../shared/contract/health.ts'
import type { BodyInput } from '../../shared/endpoint.ts'
import { unreached } from './api-error.ts'
import { call } from './call.ts'
import { getLogin, rolesOf, startLogin, storeRoles, wasAnothers } from './login.ts'
import { type Patience, patiently } from './patience.ts'

const PATIENCE_MS = 5000

let loading: Promise<void> | undefined
/** The login whose roles were told since the page was loaded. */
let told: string | undefined

/** Whether nothing at all reaches the server: without network, in a Wi-Fi that leads nowhere or to its own sign-in. */
const isOutOfReach = () =>
  call(health.read, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    () => false,
    () => true,
  )

/**
 * Loads the roles at the sign-in and once for each page that is loaded, behind a screen that opens as they were told before.
 * If that fails they become empty; where the server is out of reach nothing can be asked, and what the person was told
 * holds.
 */
export function ensureRoles(): Promise<void> {
  const login = getLogin()
  if (!login || (login.roles && told === login.token)) return Promise.resolve()
  loading ??= call(users.roles, { params: { id: login.user.id } })
    .then(({ data }) => data.map((role) => role.name))
    .catch(async (error) => (unreached(error) && (await isOutOfReach()) ? rolesOf(login) : []))
    .then((roles) => {
      if (!getLogin()) return
      told = login.token
      storeRoles(roles)
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
  void ensureRoles()
}
