import { useLocation } from 'react-router'
import { ScreenLink } from './ScreenLink.tsx'

interface Props {
  /** What it is called to who hears it alone; the text that is seen is in it. */
  label: string
  /** What the address says then, beside what it says already; null takes it out. */
  changes: Readonly<Record<string, string | number | null>>
  /** The part of the page that it leads to. */
  hash?: string
  className?: string | undefined
  /** What it leads to is what is shown. */
  current?: boolean
  children: string
}

/** A link to the same screen with another dialog, filter or part in its address. */
export function AddressLink({ label, changes, hash = '', className, current = false, children }: Props) {
  const { pathname, search } = useLocation()
  const params = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes))
    if (value === null) params.delete(name)
    else params.set(name, String(value))
  const query = params.size > 0 ? `?${params}` : ''
  return (
    <ScreenLink
      to={`${pathname}${query}${hash}`}
      className={className}
      aria-label={label}
      aria-current={current || undefined}
      preventScrollReset={hash === ''}
      state={{ modalOpened: params.has('modal') }}
    >
      {children}
    </ScreenLink>
  )
}
