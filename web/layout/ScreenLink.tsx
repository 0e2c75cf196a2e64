import type { Ref } from 'react'
import { Link, type LinkProps } from 'react-router'
import { prefetchScreen } from '../core/screens.ts'

interface Props extends LinkProps {
  to: string
  ref?: Ref<HTMLAnchorElement>
}

/** Links to a screen, and loads its code as soon as the link is pointed at, touched or focused. */
export function ScreenLink({ to, ...rest }: Props) {
  const load = () => prefetchScreen(to.split('?')[0] ?? to)
  return <Link {...rest} to={to} onMouseEnter={load} onTouchStart={load} onFocus={load} />
}
