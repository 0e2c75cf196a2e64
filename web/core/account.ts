import { auth, users } from '../../shared/contract/auth.ts'
import type { BodyInput } from '../../shared/endpoint.ts'
import { call } from './call.ts'
import { clearSession, getSession, startSession, storeRoles } from './session.ts'

let loading: Promise<void> | undefined

/** Loads the roles once a tab; if that fails the stored roles become empty (administration.md §4). */
export function ensureRoles(): Promise<void> {
  const session = getSession()
  if (!session || session.roles) return Promise.resolve()
  loading ??= call(users.roles, { params: { id: session.user.id } })
    .then(({ data }) => data.map((role) => role.name))
    .catch(() => [])
    .then((roles) => {
      if (getSession()) storeRoles(roles)
    })
    .finally(() => {
      loading = undefined
    })
  return loading
}

export async function login(body: BodyInput<typeof auth.login>): Promise<void> {
  startSession(await call(auth.login, { body }))
  await ensureRoles()
}

/** Clears the session even when the call fails. */
export async function logout(): Promise<void> {
  await call(auth.logout).catch(() => undefined)
  clearSession({ drafts: true })
}
