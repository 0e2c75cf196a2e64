import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { clearLogin } from '../core/login.ts'
import { endServed } from './network.ts'

// Parts of a browser that the kit needs and jsdom lacks.
window.matchMedia ??= (media) =>
  ({ matches: false, media, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
// As in newer browsers, which answer with a promise: an effect may not return it.
Element.prototype.scrollIntoView ??= (() => Promise.resolve()) as () => void
if (!('fonts' in document))
  Object.defineProperty(document, 'fonts', { value: { addEventListener() {}, removeEventListener() {} } })

// A busy machine takes longer than a second to load a dialog's code; a missing one still fails.
configure({ asyncUtilTimeout: 10_000 })

/** A closed dialog places the focus a moment later, while the page of the file must still exist. */
const FOCUS_RETURNS_MS = 60

const TWO_FRAMES_MS = 34

/**
 * Ends a test's own clock. Work that jsdom began by it (a frame, or the focus of a removed element) has to finish
 * first: it would wait for ever, and draw no frame for later files.
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
