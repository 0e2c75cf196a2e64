import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { clearLogin } from '../core/login.ts'
import { endServed } from './network.ts'

// What the kit asks of a browser and jsdom does not have.
window.matchMedia ??= (media) =>
  ({ matches: false, media, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Element.prototype.scrollIntoView ??= () => undefined
if (!('fonts' in document))
  Object.defineProperty(document, 'fonts', { value: { addEventListener() {}, removeEventListener() {} } })

// A busy machine takes longer than a second to load a dialog's code; what never comes still fails.
configure({ asyncUtilTimeout: 5000 })

/** A dialog that has closed looks after the focus a moment later, which the page of the file must live to see. */
const FOCUS_RETURNS_MS = 60

const TWO_FRAMES_MS = 34

/**
 * A test's own clock ends with it. What jsdom has begun by that clock (a frame, or where the focus goes when its element is
 * gone) has to come first: it would wait for it for good, and draw no frame for any file after this one.
 */
function endClock(): void {
  if (!vi.isFakeTimers()) return
  vi.advanceTimersByTime(TWO_FRAMES_MS)
  vi.useRealTimers()
}

afterEach(() => {
  cleanup()
  endClock()
  clearLogin()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  endServed()
})

afterAll(() => new Promise((resolve) => setTimeout(resolve, FOCUS_RETURNS_MS)))
