import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Status, StatusBadge } from './StatusBadge.tsx'

test.each([
  'handed_back',
  'constructor',
])('a status that the browser does not know, as %s, is grey and its own word', (word) => {
  const { container } = render(<StatusBadge status={word as Status} />)
  const badge = container.querySelector('[data-meaning]')
  expect(badge?.getAttribute('data-meaning')).toBe('inactive')
  expect(badge?.querySelector('svg')).toBeTruthy()
  expect(badge?.textContent).toBe(word === 'constructor' ? 'Constructor' : 'Handed Back')
})
