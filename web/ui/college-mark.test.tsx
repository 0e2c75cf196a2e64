import { render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { CollegeMark } from './CollegeMark.tsx'

afterEach(() => document.querySelector('meta[name="college-logo"]')?.remove())

function withLogo(content: string): void {
  const meta = document.createElement('meta')
  Object.assign(meta, { name: 'college-logo', content })
  document.head.append(meta)
}

test.each(['', '__LOGO__'])('a college without a logo (%j) has no picture beside its name', (content) => {
  withLogo(content)
  expect(render(<CollegeMark />).container.innerHTML).toBe('')
})

test('the logo has its room before it comes, and no words of its own', () => {
  withLogo('ab12')
  const image = render(<CollegeMark />).container.querySelector('img')
  expect(['src', 'alt', 'width', 'height'].map((name) => image?.getAttribute(name))).toEqual([
    '/api/settings/mark?digest=ab12',
    '',
    '32',
    '32',
  ])
})
