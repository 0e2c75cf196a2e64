import { MantineProvider } from '@mantine/core'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { reportings } from '../../shared/contract/reportings.ts'
import { served } from '../testing/network.ts'
import { signedIn } from '../testing/page.tsx'
import { theme } from '../ui/theme.ts'
import { Frame } from './Frame.tsx'
import { Page } from './Page.tsx'
import { ScreenLink } from './ScreenLink.tsx'

const dashboard = (
  <Page title="Dashboard">
    <ScreenLink to="/tasks">Task list</ScreenLink>
  </Page>
)
const tasks = (
  <Page title="Tasks">
    <ScreenLink to="/tasks?page=2">The second page</ScreenLink>
    <input aria-label="Search tasks" />
  </Page>
)

function opened(address: string) {
  signedIn(['student'])
  served([reportings.waiting, { data: { waiting: 0, overdue: 0 } }])
  const children = [
    { path: '/dashboard', element: dashboard },
    { path: '/tasks', element: tasks },
  ]
  const router = createMemoryRouter([{ element: <Frame />, children }], { initialEntries: [address] })
  render(
    <MantineProvider env="test" theme={theme}>
      <RouterProvider router={router} />
    </MantineProvider>,
  )
  return router
}
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

test('another screen’s heading has the focus, and the next Tab goes on from there', async () => {
  const router = opened('/dashboard')
  await heading('Dashboard')
  // What opens by its address begins at its beginning.
  expect(document.activeElement).toBe(document.body)
  await userEvent.click(screen.getByRole('link', { name: 'Task list' }))
  const title = await heading('Tasks')
  await waitFor(() => expect(document.activeElement).toBe(title))
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'The second page' }))
  // The same screen, narrowed or turned, leaves the focus where it is.
  await userEvent.keyboard('{Enter}')
  expect(router.state.location.search).toBe('?page=2')
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'The second page' }))
})

test('a control that is still there keeps the focus', async () => {
  const router = opened('/tasks')
  await heading('Tasks')
  const skip = screen.getByRole('link', { name: 'Skip to the content' })
  skip.focus()
  await router.navigate('/dashboard')
  await heading('Dashboard')
  expect(document.activeElement).toBe(skip)
})
