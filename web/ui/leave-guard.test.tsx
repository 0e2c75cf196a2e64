import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { departments } from '../../shared/contract/departments.ts'
import { DepartmentsPage } from '../features/departments/DepartmentsPage.tsx'
import { pageOf, served } from '../testing/network.ts'
import { renderPage, signedIn } from '../testing/page.tsx'

const button = (name: string) => screen.getByRole('button', { name })
const asked = () => screen.findByRole('dialog', { name: 'Discard changes?' })

// Closed, the first leads to its address without the dialog, and the other one step back.
test.each([
  ['by its address', '/?modal=add', async () => undefined],
  ['here', '/', async () => userEvent.click(await screen.findByRole('button', { name: 'Add' }))],
])('who keeps editing a form opened %s and closes again at once is asked again', async (_, address, open) => {
  signedIn()
  served([departments.list, pageOf([])])
  renderPage(<DepartmentsPage />, address)
  await open()
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Urology')
  const close = button('Close')
  for (const again of [() => fireEvent.click(close), () => fireEvent.keyDown(close, { key: 'Escape' })]) {
    fireEvent.click(close)
    await asked()
    fireEvent.click(button('Keep editing'))
    // The answer is heard a microtask later; the screen may be drawn much later on a busy machine.
    await Promise.resolve()
    await Promise.resolve()
    again()
    await asked()
    await userEvent.click(button('Keep editing'))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discard changes?' })).toBeNull())
  }
  fireEvent.click(close)
  await asked()
  await userEvent.click(button('Discard'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
