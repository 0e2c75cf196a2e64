import { expect, test, vi } from 'vitest'
import { chooseColourScheme, colourScheme, followColourScheme } from './colour-scheme.ts'

const shown = () => document.documentElement.dataset.mantineColorScheme

/** Puts the system into dark colours, and returns a function that changes them. */
function darkSystem() {
  const told: (() => void)[] = []
  let matches = true
  vi.stubGlobal('matchMedia', () => ({ matches, addEventListener: (_: string, tell: () => void) => told.push(tell) }))
  return (dark: boolean) => {
    matches = dark
    for (const tell of told) tell()
  }
}

test("the page is drawn in the system's colours, and changes with it", () => {
  const change = darkSystem()
  followColourScheme()
  expect(shown()).toBe('dark')
  change(false)
  expect(shown()).toBe('light')
})

test('chosen colours stay, whatever the system has', () => {
  const change = darkSystem()
  followColourScheme()
  chooseColourScheme('light')
  expect(shown()).toBe('light')
  change(true)
  expect(shown()).toBe('light')
  expect(colourScheme()).toBe('light')
})

test('colours chosen in another tab are shown here', () => {
  darkSystem()
  followColourScheme()
  localStorage.setItem('mantine-color-scheme-value', 'light')
  window.dispatchEvent(new StorageEvent('storage', { key: 'mantine-color-scheme-value' }))
  expect(shown()).toBe('light')
})
