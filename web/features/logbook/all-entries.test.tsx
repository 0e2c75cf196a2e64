import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { batches } from '../../../shared/contract/batches.ts'
import { departments } from '../../../shared/contract/departments.ts'
import { groups } from '../../../shared/contract/groups.ts'
import { logEntries } from '../../../shared/contract/log-entries.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { logEntry } from '../../testing/logbook.ts'
import { pageOf, pathsTo, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { batch, department, group, staffMember } from '../../testing/records.ts'
import { AllEntriesPanel } from './AllEntriesPanel.tsx'

test('a head narrows the performances of the own department to a batch, a group and a status', async () => {
  signedIn(['hod'])
  const calls = served(
    [staff.currentUser, { data: staffMember() }],
    [departments.list, pageOf([department()])],
    [batches.list, pageOf([batch()])],
    [groups.list, pageOf([group()])],
    [logEntries.list, pageOf([logEntry()])],
  )
  const { router } = renderPage(<AllEntriesPanel onOpen={vi.fn()} />, '/?tab=entries&page=2')
  await userEvent.click(await screen.findByRole('button', { name: /Filters/ }))
  expect(screen.queryByLabelText('Department')).toBeNull()
  await screen.findByRole('option', { name: batch().name })
  await userEvent.selectOptions(screen.getByLabelText('Batch'), batch().name)
  await screen.findByRole('option', { name: group().name })
  await userEvent.selectOptions(screen.getByLabelText('Group'), group().name)
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'Signed')
  expect(router.state.location.search).toBe(`?tab=entries&batch_id=${batch().id}&group_id=${group().id}&status=signed`)
  const asked = Object.fromEntries(new URLSearchParams(pathsTo(calls, logEntries.list).at(-1)?.split('?')[1]))
  expect(asked).toMatchObject({
    department_id: String(department().id),
    batch_id: String(batch().id),
    group_id: String(group().id),
    status: 'signed',
  })
  await userEvent.click(screen.getByRole('button', { name: 'Clear Filters' }))
  expect(router.state.location.search).toBe('?tab=entries')
})
