import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, Link, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { useFilters } from '../core/url-state.ts'
import { SearchField } from './SearchField.tsx'

function List() {
  const filters = useFilters()
  return (
    <>
      <SearchField label="Search" value={filters.text('q')} onChange={(q) => filters.choose({ q })} />
      <Link to="/other">Other</Link>
    </>
  )
}

test('whoever follows a link before the typing has paused gets there, and comes back to what was searched for', async () => {
  const code = Promise.withResolvers<void>()
  const router = createMemoryRouter(
    [
      { path: '/', Component: List },
      {
        path: '/other',
        lazy: async () => {
          await code.promise
          return { Component: () => <h1>The other screen</h1> }
        },
      },
    ],
    { initialEntries: ['/'] },
  )
  render(<RouterProvider router={router} />)
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'ward')
  await userEvent.click(screen.getByRole('link', { name: 'Other' }))
  expect(router.state.location.search).toBe('?q=ward')
  // The pause of the typing, and longer.
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(router.state.navigation.location?.pathname).toBe('/other')
  code.resolve()
  expect(await screen.findByRole('heading', { name: 'The other screen' })).toBeTruthy()
  await router.navigate(-1)
  expect(router.state.location.search).toBe('?q=ward')
})

test('whoever clears the search types on', async () => {
  render(
    <RouterProvider router={createMemoryRouter([{ path: '/', Component: List }], { initialEntries: ['/?q=ward'] })} />,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  await userEvent.keyboard('clinic')
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' }).value).toBe('clinic')
})
