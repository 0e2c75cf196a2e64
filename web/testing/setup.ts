import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

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

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})
