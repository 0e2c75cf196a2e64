import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Department, departments } from '../../shared/contract/departments.ts'
import { CHANGED_MEANWHILE } from '../../shared/endpoint.ts'
import { dataOf, queryOf } from '../core/queries.ts'
import { useModalUrl } from '../core/url-state.ts'
import { DepartmentForm } from '../features/departments/DepartmentForm.tsx'
import { pageOf, refuse, served } from '../testing/network.ts'
import { renderPage, signedIn } from '../testing/page.tsx'
import { department } from '../testing/records.ts'
import { RecordDialog } from './RecordDialog.tsx'

const isActive = (one: Department): one is Department => one.status === 'active'

const Screen = () => (
  <RecordDialog
    kind={{ entity: 'department', title: 'Department', noun: 'department' }}
    dialog={useModalUrl()}
    query={(id) => queryOf(departments.read, { params: { id } }, { select: dataOf })}
    edits
    isEditable={isActive}
    form={(opening) => <DepartmentForm {...opening} />}
    view={({ name }) => <p>{name} as it is stored</p>}
  />
)

test('a record that others put out of reach leaves the form open with what was typed; Reload shows it', async () => {
  signedIn()
  let stored = department({ id: 3, name: 'Medicine' })
  served(
    [departments.list, () => pageOf([stored])],
    [departments.read, () => ({ data: stored })],
    [departments.update, refuse(409, CHANGED_MEANWHILE)],
  )
  renderPage(<Screen />, '/?modal=edit&id=3')
  const name = await screen.findByLabelText(/name/i)
  await userEvent.type(name, ' II')
  stored = { ...stored, status: 'inactive', updated_at: '2026-02-01T00:00:00.000Z' }
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(CHANGED_MEANWHILE)).toBeTruthy()
  expect(name).toHaveProperty('value', 'Medicine II')
  expect(name.isConnected).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }))
  const shown = await screen.findByRole('dialog', { name: 'View Department' })
  expect(within(shown).getByText('Medicine as it is stored')).toBeTruthy()
})
