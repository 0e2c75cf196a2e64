import { useSyncExternalStore } from 'react'
import { getLogin, onLoginChange } from '../core/login.ts'

/** Whether the browser was told to transfer as little as it can; not every browser tells. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/**
 * Once somebody has signed in, the page's own files are kept on the device, so that it opens without network: not where
 * the browser saves data, since they are more than a person opens. A browser allows it over TLS and on the machine itself
 * only; elsewhere the page works as it did.
 */
export function keepPage(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || savesData()) return
  const register = () => {
    if (!getLogin()) return
    stop()
    navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  }
  const stop = onLoginChange(register)
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
