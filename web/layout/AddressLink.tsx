import { useLocation } from 'react-router'
import { ScreenLink } from './ScreenLink.tsx'

interface Props {
  /** The link's name for assistive technology; it contains the visible text. */
  label: string
  /** The changed parameters of the address; null removes one. */
  changes: Readonly<Record<string, string | number | null>>
  /** The part of the page that the link leads to. */
  hash?: string
  className?: string | undefined
  /** True when the link's target is on the screen now. */
  current?: boolean
  children: string
}

/** Links to the same screen with another dialog, filter or part in its address. */
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
