import { useSyncExternalStore } from 'react'
import { collegeName, logoAddress } from './page-config.ts'

// The college's name and logo, which an administrator may change while the page is open.

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useCollegeName = () => useSyncExternalStore(subscribe, collegeName)
export const useLogoAddress = () => useSyncExternalStore(subscribe, logoAddress)

function write(name: string, content: string): void {
  const tag = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`) ?? document.createElement('meta')
  Object.assign(tag, { name, content })
  document.head.append(tag)
}

/** Takes over name and logo as they are now, in place of those with which the page came. */
export function keepCollegeFacts({
  college_name,
  logo_digest,
}: {
  college_name: string
  logo_digest: string | null
}): void {
  write('college-name', college_name)
  write('college-logo', logo_digest ?? '')
  for (const tell of listeners) tell()
}
