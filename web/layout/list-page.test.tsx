import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type Department, departments } from '../../shared/contract/departments.ts'
import { queryOf } from '../core/queries.ts'
import { useFilters } from '../core/url-state.ts'
import { DepartmentsPage } from '../features/departments/DepartmentsPage.tsx'
import { pageOf, refuse, served } from '../testing/network.ts'
import { renderPage, signedIn } from '../testing/page.tsx'
import { department, stamps } from '../testing/records.ts'
import { Button } from '../ui/buttons.tsx'
import { useListPage } from './list-page.ts'
import { PagedList } from './PagedList.tsx'

const done: { id: number; updated_at: string }[] = []
let held: Promise<void> | undefined
let refusal: Error | undefined

function Screen({ asks }: { asks: boolean }) {
  const list = useListPage({
    kind: { entity: 'department', title: 'Department', noun: 'department' },
    filters: useFilters(),
    query: queryOf(departments.list, { query: {} }),
    nameOf: ({ name }) => name,
    remove: async () => undefined,
  })
  const question = { title: 'Close department', message: 'Close it?', confirmLabel: 'Close' }
  const run = async ({ id, updated_at }: Department) => {
    await held
    if (refusal) throw refusal
    done.push({ id, updated_at })
  }
  return (
    <PagedList list={list} skeleton="" empty="">
      {({ data }) =>
        data.map((row) => (
          <Button
            key={row.id}
            disabled={list.changing === row.id}
            onClick={() => list.change(row, { ...(asks && { question }), run, done: `${row.name} is closed` })}
          >
            Close {row.name}
          </Button>
        ))
      }
    </PagedList>
  )
}

beforeEach(() => {
  done.length = 0
  refusal = undefined
  held = undefined
  signedIn()
  served([departments.list, pageOf([department({ id: 3, name: 'Medicine' })])])
})

test('a row is changed at a click, and the toast says so', async () => {
  renderPage(<Screen asks={false} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Close Medicine' }))
  expect(await screen.findByText('Medicine is closed')).toBeTruthy()
  expect(done).toEqual([{ id: 3, updated_at: stamps.updated_at }])
})

test('a change that asks first names the row, and a no changes nothing', async () => {
  renderPage(<Screen asks />)
  await userEvent.click(await screen.findByRole('button', { name: 'Close Medicine' }))
  const asked = within(await screen.findByRole('dialog', { name: 'Close department' }))
  expect(asked.getByText('Medicine')).toBeTruthy()
  await userEvent.click(asked.getByRole('button', { name: 'Cancel' }))
  expect(done).toEqual([])
})

test('what is refused stands above the list with the row’s name', async () => {
  refusal = new Error('It has staff.')
  renderPage(<Screen asks={false} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Close Medicine' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Medicine: ')
})

test.each([403, 404, 500])('a list that fails with %i says so in a banner with Retry', async (status) => {
  served([departments.list, refuse(status, 'It is closed.')])
  renderPage(<DepartmentsPage />)
  const banner = within(await screen.findByRole('alert'))
  expect(banner.getByText('It is closed.')).toBeTruthy()
  served([departments.list, pageOf([department({ id: 3, name: 'Medicine' })])])
  await userEvent.click(banner.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('button', { name: 'Edit Medicine' })).toBeTruthy()
})

test('while a row is being changed its button waits', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  held = promise
  renderPage(<Screen asks={false} />)
  const button = await screen.findByRole('button', { name: 'Close Medicine' })
  await userEvent.click(button)
  expect(button).toHaveProperty('disabled', true)
  resolve()
  expect(await screen.findByText('Medicine is closed')).toBeTruthy()
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
})

/** The list loses its rows one by one, each when it is read again. */
test('after a deletion the keyboard goes on at the next row, then at the one before, and at last at the heading', async () => {
  const left = ['Anatomy', 'Medicine', 'Surgery'].map((name, index) => department({ id: index + 1, name }))
  served(
    [departments.list, () => pageOf(left)],
    [
      departments.remove,
      ({ params }) => {
        left.splice(
          left.findIndex(({ id }) => id === params.id),
          1,
        )
        return { message: 'Deleted.' }
      },
    ],
  )
  renderPage(<DepartmentsPage />)
  const remove = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name: `Delete ${name}` }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByText(name)).toBeNull())
  }
  const focused = (role: string, name: string) =>
    waitFor(() => expect(document.activeElement).toBe(screen.getByRole(role, { name })))
  await remove('Medicine')
  await focused('button', 'Delete Surgery')
  await remove('Surgery')
  await focused('button', 'Delete Anatomy')
  await remove('Anatomy')
  await focused('heading', 'Departments')
})
