import { auth } from '../../shared/contract/auth.ts'
import { call } from '../core/call.ts'
import { confirm } from '../core/confirm.ts'
import { clearLogin, getLogin } from '../core/login.ts'
import { allBegun } from './begun.ts'
import { emptyOutbox, sendNow, unsent } from './outbox.ts'

/** Returns true when all entries have reached the server, or the person gives them up. */
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

/** Clears the login even when the call fails. Returns false when the person stays, to keep unsent entries. */
export async function logout(): Promise<boolean> {
  const owner = getLogin()?.user.id
  if (owner !== undefined && !(await nothingIsLost(owner))) return false
  // The login has ended meanwhile: unsent entries wait for the same person.
  if (owner === undefined || getLogin()?.user.id !== owner) return true
  await call(auth.logout).catch(() => undefined)
  await emptyOutbox(owner).catch(() => undefined)
  clearLogin({ drafts: true })
  return true
}
