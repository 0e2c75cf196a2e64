import { render, screen } from '@testing-library/react'
import { act } from 'react'
import { RouterProvider } from 'react-router/dom'
import { afterEach, expect, test, vi } from 'vitest'
import { clearLogin, startLogin } from './core/login.ts'
import { queryClient } from './core/query-client.ts'
import { screen as batches } from './features/batches/screen.ts'
import { screen as departments } from './features/departments/screen.ts'
import { makeRouter } from './routes.tsx'
import { answer, loginAnswer, network, startAnswer } from './testing/page.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  clearLogin()
  queryClient.clear()
  window.history.replaceState(null, '', '/')
})

/** Waits long, as a screen's code is really loaded. */
const titled = (name: string) => screen.findByRole('heading', { level: 1, name }, { timeout: 10_000 })

test('a screen whose code cannot be loaded says so below the header, and opens at the next try', async () => {
  startLogin(loginAnswer('first-token', { roles: ['admin'] }))
  network(({ path }) =>
    answer(200, path === '/api/start' ? startAnswer(['admin']) : { data: [], meta: { page: 1, per_page: 100, total: 0 } }),
  )
  const isAway = vi.spyOn(departments, 'load').mockRejectedValue(new TypeError('Failed to fetch the module'))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  window.history.replaceState(null, '', batches.path)
  const router = makeRouter()
  const { unmount } = render(<RouterProvider router={router} useTransitions={false} />)
  await titled('Batches')

  await act(() => router.navigate(departments.path))
  await titled('Something went wrong')
  expect(screen.getByRole('banner')).toBeTruthy()

  isAway.mockRestore()
  await act(() => router.navigate(batches.path))
  await titled('Batches')
  await act(() => router.navigate(departments.path))
  await titled('Departments')
  unmount()
  router.dispose()
})
