import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '../testing/page.tsx'
import { TextInput, type TextInputProps } from './fields.tsx'
import { countsToTwelve, writtenValue } from './written-value.ts'

function Typed({ value: first, ...props }: TextInputProps & { value: string }) {
  const [value, setValue] = useState(first)
  return <TextInput {...props} value={value} onChange={(event) => setValue(event.currentTarget.value)} />
}

const saidWith = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter(Boolean)
    .map((id) => document.getElementById(id)?.textContent)

test('a chosen day is written out with its field, described by it and no part of its name', () => {
  renderPage(<Typed label="End Date" type="date" required description="The last day" error="Too early" value="" />)
  const field = screen.getByLabelText('End Date')
  expect(saidWith(field)).toEqual(['Too early', 'The last day'])
  fireEvent.change(field, { target: { value: '2026-11-26' } })
  expect(saidWith(field)).toEqual(['Thu 26 Nov 2026', 'Too early', 'The last day'])
  expect(screen.getByLabelText('End Date', { exact: true })).toBe(field)
  expect(field).toHaveProperty('value', '2026-11-26')
  fireEvent.change(field, { target: { value: '' } })
  expect(saidWith(field)).toEqual(['Too early', 'The last day'])
  expect(screen.queryByText(/Nov/)).toBeNull()
})

test('a year that is still being typed is no day, and nothing else is written out', () => {
  expect([writtenValue('date', '0202-11-26'), writtenValue('date', ''), writtenValue('date', undefined)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect([writtenValue('text', '2026-11-26'), writtenValue(undefined, '16:00')]).toEqual([undefined, undefined])
})

test('a time is written out where the language of the browser counts to twelve', () => {
  expect(['en-US', 'en-GB', 'ur-PK', 'de'].map(countsToTwelve)).toEqual([true, false, true, false])
  expect(writtenValue('time', '16:00:00')).toBe(countsToTwelve() ? '16:00' : undefined)
  expect(writtenValue('time', '')).toBeUndefined()
})
