import { useSyncExternalStore } from 'react'
import { getLogin, onLoginChange, rolesOf } from '../core/login.ts'

/** Returns true when the browser should transfer as little as possible; not every browser tells. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/**
 * Keeps the files of the screens that the person's roles can open on the device after the sign-in, so that they open
 * without network. A browser that saves data is spared, since these are more than a person opens. Files of another
 * person's roles go once every page is closed: a worker that took over at once would leave openings under way
 * unanswered. Browsers allow it over TLS and on the machine itself only; elsewhere the page works as without.
 */
export function keepPage(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || savesData()) return
  let asked: string | undefined
  const register = () => {
    const roles = rolesOf(getLogin()).toSorted().join('.')
    if (roles === '' || roles === asked) return
    asked = roles
    navigator.serviceWorker.register(`/sw.js?for=${encodeURIComponent(roles)}`).catch(() => undefined)
  }
  onLoginChange(register)
  register()
}

function onNetworkChange(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Returns true when the device reports a network, which does not mean that the server can be reached. */
export const useOnline = (): boolean => useSyncExternalStore(onNetworkChange, () => navigator.onLine)
