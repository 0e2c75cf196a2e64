import { render, screen } from '@testing-library/react'
import { act } from 'react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { idly } from './later.tsx'

test('a part that could not be loaded is left out, and loaded at the next screen', async () => {
  const load = vi
    .fn<() => Promise<() => string>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch the module'))
    .mockResolvedValue(() => 'Two are waiting')
  const Part = idly(load)
  const frame = (
    <>
      <Part />
      <Outlet />
    </>
  )
  const screens = ['/', '/tasks'].map((path) => ({ path, element: <h1>{path}</h1> }))
  const router = createMemoryRouter([{ element: frame, children: screens }])
  render(<RouterProvider router={router} />)
  await expect.poll(() => load.mock.calls.length).toBe(1)
  await act(() => load.mock.results[0]?.value.catch(() => undefined))
  expect(screen.getByRole('heading', { name: '/' })).toBeTruthy()
  expect(screen.queryByText('Two are waiting')).toBeNull()

  await act(() => router.navigate('/tasks'))
  expect(await screen.findByText('Two are waiting')).toBeTruthy()
})
