import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Dialog } from './Dialog.tsx'
import { DrawnText } from './DrawnText.tsx'

const onClose = () => undefined

test('the name of what it is about stands with the title, describes the dialog, and is no part of its name', () => {
  render(
    <Dialog title="Submit Task Work" thing="History taking: chest pain" onClose={onClose}>
      <p>Add your files.</p>
    </Dialog>,
  )
  const dialog = screen.getByRole('dialog', {
    name: 'Submit Task Work',
    description: /^History taking: chest pain Add/,
  })
  expect(screen.getByRole('heading', { name: 'Submit Task Work' }).parentElement?.textContent).toBe(
    'Submit Task WorkHistory taking: chest pain',
  )
  expect(dialog.contains(screen.getByText('History taking: chest pain'))).toBe(true)
})

test('a name that the content says too is drawn, and found once', () => {
  render(
    <Dialog title="View Report" thing={<DrawnText text="Late for rounds" />} onClose={onClose}>
      <p>Late for rounds</p>
    </Dialog>,
  )
  expect(screen.getAllByText('Late for rounds')).toHaveLength(1)
  expect(document.querySelector('[data-text="Late for rounds"]')?.getAttribute('aria-hidden')).toBe('true')
})
