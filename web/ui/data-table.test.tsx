import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { DataTable } from './DataTable.tsx'

interface Row {
  id: number
  name: string
}

test('a row is drawn again only when its own record is another', () => {
  const drawn = vi.fn(({ name }: Row) => name)
  const columns = [{ header: 'Name', cell: drawn }]
  const table = (rows: Row[]) => <DataTable caption="People" columns={columns} rows={rows} rowKey={({ id }) => id} />
  const ali = { id: 1, name: 'Ali' }
  const { rerender } = render(table([ali, { id: 2, name: 'Sara' }]))
  drawn.mockClear()
  rerender(table([ali, { id: 2, name: 'Sara Khan' }]))
  expect(drawn.mock.calls).toEqual([[{ id: 2, name: 'Sara Khan' }]])
})
