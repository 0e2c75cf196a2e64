import { useSyncExternalStore } from 'react'
import { getLogin, onLoginChange, rolesOf } from '../core/login.ts'

/** Whether the browser was told to transfer as little as it can; not every browser tells. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/**
 * Once somebody has signed in, the files of the screens that the own roles can open are kept on the device, so that they
 * open without network: not where the browser saves data, since they are more than a person opens. What another person's roles
 * could open goes when every page has been closed: a worker that took over at once would leave openings under way unanswered. A
 * browser allows it over TLS and on the machine itself only; elsewhere the page works as it did.
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

/** Whether the device says that it has a network; that it has one does not mean that the server can be reached. */
export const useOnline = (): boolean => useSyncExternalStore(onNetworkChange, () => navigator.onLine)
