import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { prefetchScreen } from '../core/screens.ts'

const linkOf = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-leads]') : null

/** Returns true when a press asks for more than following the link: a new tab, a download, a menu. */
const isAsked = ({ button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented }: MouseEvent) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey || defaultPrevented

const load = (event: Event) => {
  const link = linkOf(event)
  if (link) prefetchScreen(link.pathname)
}

/** Follows a pressed plain link of a row (`ui/RowLink`), and loads its screen's code as soon as it is pointed at. */
export function useFollowing(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const address = linkOf(event)?.getAttribute('href')
      if (!address || isAsked(event)) return
      event.preventDefault()
      void navigate(address)
    }
    const ahead = ['mouseover', 'touchstart', 'focusin'] as const
    document.addEventListener('click', follow)
    for (const kind of ahead) document.addEventListener(kind, load, { passive: true })
    return () => {
      document.removeEventListener('click', follow)
      for (const kind of ahead) document.removeEventListener(kind, load)
    }
  }, [navigate])
}
