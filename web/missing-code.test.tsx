import { render, screen } from '@testing-library/react'
import { act } from 'react'
import { RouterProvider } from 'react-router/dom'
import { afterEach, expect, test, vi } from 'vitest'
import { departments as departmentsContract } from '../shared/contract/departments.ts'
import { designations as designationsContract } from '../shared/contract/designations.ts'
import { reportings } from '../shared/contract/reportings.ts'
import { start } from '../shared/contract/start.ts'
import { clearLogin, startLogin } from './core/login.ts'
import { queryClient } from './core/query-client.ts'
import { screen as departments } from './features/departments/screen.ts'
import { screen as designations } from './features/designations/screen.ts'
import { makeRouter } from './routes.tsx'
import { pageOf, served } from './testing/network.ts'
import { loginAnswer, startAnswer } from './testing/page.tsx'

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
  served(
    [start.read, startAnswer(['admin'])],
    [reportings.waiting, { data: { waiting: 0, overdue: 0 } }],
    [designationsContract.list, pageOf([])],
    [departmentsContract.list, pageOf([])],
  )
  const isAway = vi.spyOn(departments, 'load').mockRejectedValue(new TypeError('Failed to fetch the module'))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  window.history.replaceState(null, '', designations.path)
  const router = makeRouter()
  const { unmount } = render(<RouterProvider router={router} useTransitions={false} />)
  await titled('Designations')

  await act(() => router.navigate(departments.path))
  await titled('Something went wrong')
  expect(screen.getByRole('banner')).toBeTruthy()

  isAway.mockRestore()
  await act(() => router.navigate(designations.path))
  await titled('Designations')
  await act(() => router.navigate(departments.path))
  await titled('Departments')
  unmount()
  router.dispose()
})
