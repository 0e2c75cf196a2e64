import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../testing/page.tsx'
import { Modal } from '../ui/Modal.tsx'
import { keepFocus } from './kept-focus.ts'
import { Page } from './Page.tsx'

let stop = () => {}
beforeEach(() => {
  stop = keepFocus()
})
afterEach(() => {
  stop()
})

/** Shows a button that disappears when it is pressed, on the screen and in a dialog over it. */
function Going({ name }: { name: string }) {
  const [isThere, setIsThere] = useState(true)
  return (
    isThere && (
      <button type="button" onClick={() => setIsThere(false)}>
        {name}
      </button>
    )
  )
}
function Screen() {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <Page title="Tasks">
      <Going name="Remove" />
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Modal title="Devices" onClose={close}>
          <Going name="Sign out" />
        </Modal>
      )}
    </Page>
  )
}
const button = (name: string) => screen.findByRole('button', { name })
const isAt = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element))

test('of what has gone the focus goes to the heading of the screen, and in a dialog to the dialog', async () => {
  renderPage(<Screen />)
  await userEvent.click(await button('Remove'))
  await isAt(screen.getByRole('heading', { level: 1, name: 'Tasks' }))
  await userEvent.tab()
  expect(document.activeElement).toBe(await button('Open'))
  await userEvent.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'Devices' })
  await userEvent.click(await button('Sign out'))
  await isAt(dialog)
  await userEvent.keyboard('{Escape}')
  await isAt(await button('Open'))
})

/** Shows a button that asks in a dialog, and is locked by the answer. Returns what unlocks it. */
function renderAsking() {
  let unlock = () => {}
  function Asking() {
    const [state, setState] = useState<'idle' | 'asked' | 'busy'>('idle')
    unlock = () => setState('idle')
    return (
      <Page title="Surveys">
        <button type="button" disabled={state === 'busy'} onClick={() => setState('asked')}>
          Deactivate
        </button>
        {state === 'asked' && (
          <Modal title="Sure?" onClose={unlock}>
            <button type="button" onClick={() => setState('busy')}>
              Yes
            </button>
          </Modal>
        )}
      </Page>
    )
  }
  renderPage(<Asking />)
  return () => act(unlock)
}

test('a button that is locked while its dialog’s answer is under way has the focus again afterwards', async () => {
  const unlock = renderAsking()
  await userEvent.click(await button('Deactivate'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.click(screen.getByRole('button', { name: 'Yes' }))
  // The server takes longer than the page waits for others to place the focus.
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(document.activeElement).toBe(document.body)
  unlock()
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Deactivate' }))
})

test('whoever gives the focus on after the last change comes first, however long ago the first one was', async () => {
  renderPage(<Screen />)
  const open = await button('Open')
  const removed = await button('Remove')
  vi.useFakeTimers()
  removed.focus()
  const elsewhere = removed.parentElement
  removed.remove()
  await vi.advanceTimersByTimeAsync(120)
  // A closing dialog does the same.
  elsewhere?.append(document.createElement('p'))
  setTimeout(() => document.activeElement === document.body && open.focus(), 50)
  await vi.advanceTimersByTimeAsync(300)
  expect(document.activeElement).toBe(open)
})

test('who presses beside every control has the focus nowhere', async () => {
  renderPage(<Screen />)
  const open = await button('Open')
  open.focus()
  open.blur()
  // Later changes of the page do not move the focus.
  const removed = await button('Remove')
  removed.remove()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(document.activeElement).toBe(document.body)
})
