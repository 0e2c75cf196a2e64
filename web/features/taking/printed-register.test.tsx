import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { beginAnew, college, completedSession, dialog, give, marked, open, server } from '../../testing/taking.tsx'

beginAnew()

/** Returns the printed lines and rows, none of which is on the screen. */
async function printed() {
  let paper: Element | null = null
  vi.stubGlobal('print', () => {
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    paper = document.querySelector('body > [data-paper]')?.cloneNode(true) as Element
    act(() => void window.dispatchEvent(new Event('afterprint')))
  })
  await userEvent.click(screen.getByRole('button', { name: 'Print register' }))
  expect(document.querySelector('[data-paper]')).toBeNull()
  const of = paper as unknown as HTMLElement
  const rows = [...of.querySelectorAll('tbody tr')].map((tr) => [...tr.children].map((cell) => cell.textContent))
  return { text: of.textContent ?? '', rows }
}

test('a register is printed to be filled in by hand, and with its marks, which it says are not saved', async () => {
  server()
  open()
  await dialog()
  const empty = await printed()
  expect(empty.text).toContain(
    'Attendance RegisterGroup A, 20 Nov 2026, 08:00 to 09:00Medicine\u00a0· MBBS 2023\u00a0· Dr Sana',
  )
  expect(empty.text).not.toContain('present')
  expect(empty.rows).toEqual([
    ['1', 'MBBS-22001', 'Ayesha', '', ''],
    ['2', 'MBBS-22002', 'بلال', '', ''],
    ['3', 'MBBS-22003', 'Celina', '', ''],
    ['4', 'MBBS-22004', 'Dawood', 'Not active', ''],
  ])
  await give('Ayesha', 'Leave')
  const begun = await printed()
  expect(begun.rows.map((cells) => cells[3])).toEqual(['Leave', '', '', 'Not active'])
  expect(begun.text).toContain('0 present, 0 absent, 1 leave, 2 not marked')
  expect(begun.text).toContain('These marks are not saved yet.')
})

test('a stored register is printed whole, whatever is searched, until a mark of it is changed', async () => {
  college.session = completedSession
  college.roster = marked
  server()
  open()
  const { getByLabelText } = await dialog('Update Attendance')
  await userEvent.type(getByLabelText('Search students'), 'celina')
  const stored = await printed()
  expect(stored.rows.map((cells) => cells[3])).toEqual(['Present', 'Present', 'Absent', 'Not active'])
  expect(stored.text).toContain('2 present, 1 absent, 0 leave')
  expect(stored.text).not.toContain('not saved')
  await give('Celina', 'Present')
  expect((await printed()).text).toContain('These marks are not saved yet.')
})
