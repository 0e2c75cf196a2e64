import type { Ref } from 'react'
import { Link, type LinkProps } from 'react-router'
import { prefetchScreen } from '../core/screens.ts'

interface Props extends LinkProps {
  to: string
  /** The screen's path, where the address has a parameter of it. */
  screen?: string
  ref?: Ref<HTMLAnchorElement>
}

/** A link that loads its screen's code as soon as it is pointed at, touched or focused. */
export function ScreenLink({ to, screen = to.split('?')[0] ?? to, ...rest }: Props) {
  const load = () => prefetchScreen(screen)
  return <Link {...rest} to={to} onMouseEnter={load} onTouchStart={load} onFocus={load} />
}
