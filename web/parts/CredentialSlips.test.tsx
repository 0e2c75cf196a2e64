import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { CredentialSlips } from './CredentialSlips.tsx'

afterEach(() => vi.restoreAllMocks())

test('the file of initial passwords runs nothing, whatever separator a program expects', async () => {
  const saved: Blob[] = []
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      saved.push(blob)
      return 'blob:x'
    },
    revokeObjectURL: () => undefined,
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const credentials = [
    { user_id: 1, name: 'Ali;=1+2', email: 'ali@college.test', roll_no: null, initial_password: '-Abc;@def1' },
    { user_id: 2, name: 'Sara, "S"', email: '=x@college.test', roll_no: 'MBBS-22001', initial_password: 'x' },
  ]
  render(<CredentialSlips credentials={credentials} of="2026" />)
  await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }))
  await expect.poll(() => saved).toHaveLength(1)
  const text = await new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result)
    reader.readAsText(saved[0] as Blob)
  })
  expect(text).toBe(
    [
      'Roll Number,Name,Email,Initial Password',
      `,"Ali;'=1+2",ali@college.test,"'-Abc;'@def1"`,
      `MBBS-22001,"Sara, ""S""",'=x@college.test,x`,
      '',
    ].join('\n'),
  )
})

test('who has no email reads on screen and on paper what to sign in with', () => {
  const one = { user_id: 1, name: 'Ali', roll_no: 'MBBS-22001', initial_password: 'x' }
  render(<CredentialSlips credentials={[{ ...one, email: null, sign_in_name: 'MBBS-22001' }]} of="2026" />)
  expect(screen.getByRole('columnheader', { name: 'Sign in with' })).toBeTruthy()
  window.dispatchEvent(new Event('beforeprint'))
  expect(screen.getAllByText('Sign in with').map((term) => term.nextElementSibling?.textContent)).toContain(
    'MBBS-22001',
  )
  expect(screen.queryByText('Email')).toBeNull()
})

test('each slip on paper has a code of the sign-in, which is the same for all: it tells no password', () => {
  const credential = (user_id: number, name: string) => ({
    user_id,
    name,
    email: `${user_id}@college.test`,
    roll_no: null,
    initial_password: `Secret-${user_id}`,
  })
  render(<CredentialSlips credentials={[credential(1, 'Ali'), credential(2, 'Sara')]} of="2026" />)
  expect(screen.queryByRole('img', { name: 'Address of the sign-in' })).toBeNull()
  window.dispatchEvent(new Event('beforeprint'))
  const codes = screen.getAllByRole('img', { name: 'Address of the sign-in' })
  expect(codes).toHaveLength(2)
  expect(new Set(codes.map(({ innerHTML }) => innerHTML)).size).toBe(1)
})
