import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * What was pressed to come to another screen has gone with the former one, and the focus with it: the new screen's
 * heading takes it over, so that it is read out and the next Tab goes on from there.
 */
export function useScreenFocus(): void {
  const { pathname } = useLocation()
  const former = useRef(pathname)
  useEffect(() => {
    if (former.current === pathname) return
    former.current = pathname
    if (document.activeElement !== document.body) return
    const content = document.getElementById('content')
    // Where one was on the screen is kept by others.
    ;(content?.querySelector('h1') ?? content)?.focus({ preventScroll: true })
  }, [pathname])
}
