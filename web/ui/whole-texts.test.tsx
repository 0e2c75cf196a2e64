import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { EmailText } from './EmailText.tsx'
import { dotted } from './texts.ts'
import { WholeNumbers } from './WholeNumbers.tsx'

test('the number of a document stands in a piece of its own, and its text is the same', () => {
  const { container } = render(<WholeNumbers text="29 Nov 2026, by 2026-000004" />)
  expect(container.textContent).toBe('29 Nov 2026, by 2026-000004')
  expect([...container.querySelectorAll('span')].map((part) => part.textContent)).toEqual(['2026-000004'])
})

test('an address breaks before its @, and is copied as it is', () => {
  const { container } = render(<EmailText email="urdu.one@college.test" />)
  expect(container.textContent).toBe('urdu.one@college.test')
  expect(container.innerHTML).toContain('urdu.one<wbr>@college.test')
})

test('a dot keeps to the part before it, and parts that are missing leave none', () => {
  expect(dotted(['MBBS 2023', undefined, '', 'Surgery'])).toBe('MBBS 2023\u00a0· Surgery')
})
