import { afterEach, expect, test, vi } from 'vitest'
import { hasPageBefore } from './page-before.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  [true, 'default', true],
  [false, 'default', false],
  [undefined, 'default', false],
  [undefined, 'k3y', true],
])('where the browser says %s of the entry %s, there is a page before: %s', (canGoBack, key, expected) => {
  if (canGoBack !== undefined) vi.stubGlobal('navigation', { canGoBack })
  expect(hasPageBefore({ key })).toBe(expected)
})
