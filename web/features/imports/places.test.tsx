import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { departments } from '../../../shared/contract/departments.ts'
import { designations } from '../../../shared/contract/designations.ts'
import { departmentImports, designationImports, groupImports } from '../../../shared/contract/imports.ts'
import { beginImports, csv, field, press, previewOf, row } from '../../testing/imports.tsx'
import { HELD, held, pageOf, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { DepartmentsPage } from '../departments/DepartmentsPage.tsx'
import { DesignationsPage } from '../designations/DesignationsPage.tsx'
import { ImportDepartmentsPage, ImportDesignationsPage, ImportGroupsPage } from './ImportPage.tsx'

beginImports()

test('departments are imported without a second column that they are known by', async () => {
  served([departmentImports.recent, { data: [] }], [departmentImports.preview, HELD], [departmentImports.run, HELD])
  const { router } = renderPage(<ImportDepartmentsPage />, '/department/import')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Import departments')
  await userEvent.upload(field(), csv('departments.csv'))
  const type = { field: 'type', heading: 'Type', choices: ['Academic', 'Non-Academic'] }
  const values = { name: 'Eye', type: 'Academic' }
  const created = row(2, 'create', { name: 'Eye', key: '', values })
  ;(await held(departmentImports.preview)).answer(previewOf([created], { fields: [type] }))
  const headers = (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent)
  expect(headers).toEqual(['Line', 'Name', 'Outcome', 'Details', 'Type'])
  await press('Import 1 row')
  ;(await held(departmentImports.run)).answer([{ type: 'done', created: 1, updated: 0, unchanged: 0, import_id: null }])
  expect(await screen.findByText('Created 1, updated 0, unchanged 0')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Back to departments' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/department'))
})

test.each([
  ['designations', designationImports, <ImportDesignationsPage key="d" />, /one designation a row/],
  ['groups', groupImports, <ImportGroupsPage key="g" />, /one group a row with its batch and department/],
] as const)('the page of %s says what a row is', async (kind, calls, page, about) => {
  served([calls.recent, { data: [] }])
  renderPage(page, `/${kind}/import`)
  expect(screen.getByText(about)).toBeTruthy()
  expect(screen.getByRole('link', { name: `Back to ${kind}` }).getAttribute('href')).toBe(`/${kind}`)
})

test('the lists lead to it, for those who may write', async () => {
  served([departments.list, pageOf([])], [designations.list, pageOf([])])
  const { unmount } = renderPage(<DepartmentsPage />)
  expect(screen.getByRole('link', { name: 'Import' }).getAttribute('href')).toBe('/department/import')
  unmount()
  const shown = renderPage(<DesignationsPage />)
  expect(screen.getByRole('link', { name: 'Import' }).getAttribute('href')).toBe('/designations/import')
  shown.unmount()
  signedIn(['student-affair'])
  renderPage(<DesignationsPage />)
  expect(screen.queryByRole('link', { name: 'Import' })).toBeNull()
})
