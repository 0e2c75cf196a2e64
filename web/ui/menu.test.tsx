import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Menu, MenuItem } from './Menu.tsx'

const chosen = vi.fn<(item: string) => void>()

function Files({ isFree = false }: { isFree?: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Menu
        side="start"
        isFree={isFree}
        isOpen={isOpen}
        onChange={setIsOpen}
        button={(props) => (
          <button type="button" {...props}>
            Export
          </button>
        )}
      >
        {['PDF', 'CSV', 'Excel', 'Calendar'].map((name) => (
          <MenuItem key={name} onClick={() => chosen(name)}>
            {name}
          </MenuItem>
        ))}
      </Menu>
      <button type="button">Next</button>
    </>
  )
}

const button = () => screen.getByRole('button', { name: 'Export' })
const item = (name: string) => screen.getByRole('menuitem', { name })
const isClosed = () => expect(screen.queryByRole('menu')).toBeNull()

async function open() {
  chosen.mockClear()
  render(<Files />)
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(screen.getByRole('menu', { name: 'Export' })).toBeTruthy()
  expect(button().getAttribute('aria-expanded')).toBe('true')
}

test('arrow keys, Home, End and letters go through the items, and Enter chooses one', async () => {
  await open()
  expect(document.activeElement).toBe(item('PDF'))
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(item('CSV'))
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  expect(document.activeElement).toBe(item('Calendar'))
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(item('PDF'))
  await userEvent.keyboard('{End}')
  expect(document.activeElement).toBe(item('Calendar'))
  await userEvent.keyboard('{Home}')
  expect(document.activeElement).toBe(item('PDF'))
  await userEvent.keyboard('c')
  expect(document.activeElement).toBe(item('CSV'))
  await userEvent.keyboard('c')
  expect(document.activeElement).toBe(item('Calendar'))
  await userEvent.keyboard('x')
  expect(document.activeElement).toBe(item('Calendar'))
  await userEvent.keyboard('e{Enter}')
  expect(chosen.mock.calls).toEqual([['Excel']])
  isClosed()
  expect(document.activeElement).toBe(button())
})

test('Escape closes it, with the focus back on its button; a Tab goes on from there', async () => {
  await open()
  await userEvent.keyboard('{Escape}')
  isClosed()
  expect(document.activeElement).toBe(button())
  await userEvent.keyboard('{Enter}{ArrowDown}{Tab}')
  isClosed()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Next' }))
  expect(chosen).not.toHaveBeenCalled()
})

test('a press beside it closes it, and one on its button too', async () => {
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  isClosed()
  await userEvent.click(button())
  expect(screen.getByRole('menu')).toBeTruthy()
  await userEvent.click(button())
  isClosed()
})

test.each([
  ['below its button', { top: 100, bottom: 136, right: 600 }, '144px'],
  ['above it where the screen ends', { top: 700, bottom: 736, right: 600 }, '492px'],
])('a free menu stands %s, and follows it', async (_, at, top) => {
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(800)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(200)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(150)
  render(<Files isFree />)
  const rect = vi.spyOn(button(), 'getBoundingClientRect').mockReturnValue(at as DOMRect)
  await userEvent.click(button())
  const { style } = screen.getByRole('menu')
  expect([style.position, style.top, style.insetInline]).toEqual(['fixed', top, '450px auto'])
  rect.mockReturnValue({ top: 60, bottom: 96, right: 600 } as DOMRect)
  fireEvent.scroll(document)
  expect(style.top).toBe('104px')
  vi.restoreAllMocks()
})
