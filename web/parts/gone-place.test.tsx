import { screen, waitFor } from '@testing-library/react'
import { useLocation } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { batches } from '../../shared/contract/batches.ts'
import { departments } from '../../shared/contract/departments.ts'
import { groups } from '../../shared/contract/groups.ts'
import { staff } from '../../shared/contract/staff.ts'
import { start } from '../../shared/contract/start.ts'
import { tasks } from '../../shared/contract/tasks.ts'
import type { Endpoint } from '../../shared/endpoint.ts'
import { rememberPlace } from '../core/places.ts'
import { queryOf } from '../core/queries.ts'
import { queryClient } from '../core/query-client.ts'
import { academicDepartmentsQuery } from '../core/start.ts'
import { SCREENS } from '../screens.ts'
import { pageOf, pathsTo, refuse, type SentCall, served, UNREACHED } from '../testing/network.ts'
import { renderPage, signedIn, startAnswer } from '../testing/page.tsx'
import { batch, department, group, staffMember } from '../testing/records.ts'
import { useGonePlace } from './gone-place.ts'

const DEPARTMENT = 3
const BATCH = batch({ id: 5 })
const GROUP = group({ id: 7, department_id: DEPARTMENT, batch_id: BATCH.id })
const PLACE = `department_id=${DEPARTMENT}&batch_id=${BATCH.id}&group_id=${GROUP.id}`

/** The answers of the server; a test takes some away. */
const there = { departments: [department({ id: DEPARTMENT })], batches: [BATCH], groups: [GROUP] }

function serve(now: Partial<typeof there> = {}) {
  const all = { ...there, ...now }
  return served(
    [departments.list, pageOf(all.departments)],
    [batches.list, pageOf(all.batches)],
    [groups.list, pageOf(all.groups)],
    [staff.currentUser, refuse(404, 'Record not found.')],
  )
}

function choose(path: string, search: string): void {
  const chosen = SCREENS.find((one) => one.path === path)
  if (!chosen) throw new Error(`There is no ${path}`)
  rememberPlace(SCREENS, chosen, { before: new URLSearchParams(), after: new URLSearchParams(search) })
}

function Probe() {
  useGonePlace(SCREENS)
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}

const at = () => screen.getByRole('status').textContent

/** Opens an address as the router fills it. */
const open = (address: string) => renderPage(<Probe />, address)

/** Waits until the choices were asked for so often, and what follows has been done. */
async function settled(calls: SentCall[], endpoint: Endpoint, times = 1): Promise<void> {
  await waitFor(() => expect(pathsTo(calls, endpoint)).toHaveLength(times))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  await new Promise((resolve) => setTimeout(resolve))
}

beforeEach(() => {
  localStorage.clear()
  queryClient.clear()
  signedIn(['hod'])
  served([start.read, startAnswer(['hod'])])
  choose('/attendance', PLACE)
})

test('a remembered place that is there stays', async () => {
  const calls = serve()
  open(`/attendance?${PLACE}&fetched=yes`)
  await settled(calls, groups.list)
  expect(at()).toBe(`/attendance?${PLACE}&fetched=yes`)
})

test.each<[string, Partial<typeof there>, string]>([
  ['a group that was deleted or is inactive', { groups: [] }, `?department_id=${DEPARTMENT}&batch_id=${BATCH.id}`],
  [
    'a group that was moved to another batch',
    { groups: [{ ...GROUP, batch_id: 6 }] },
    `?department_id=${DEPARTMENT}&batch_id=${BATCH.id}`,
  ],
  ['a batch that is gone', { batches: [] }, `?department_id=${DEPARTMENT}`],
  ['a department that is gone', { departments: [] }, `?batch_id=${BATCH.id}`],
])('%s is cleared, with what depends on it', async (_, now, left) => {
  serve(now)
  open(`/attendance?${PLACE}&fetched=yes&page=2`)
  await expect.poll(at).toBe(`/attendance${left}`)
})

test('of people who are bound to a department the group is one of it', async () => {
  served([
    staff.currentUser,
    { data: staffMember({ department_id: 4, department: { id: 4, name: 'Surgery', type: 'academic' } }) },
  ])
  const calls = served([batches.list, pageOf([BATCH])], [groups.list, pageOf([])])
  open(`/attendance?${PLACE}&fetched=yes`)
  await expect.poll(at).toBe(`/attendance?department_id=${DEPARTMENT}&batch_id=${BATCH.id}`)
  expect(pathsTo(calls, groups.list)[0]).toContain('department_id=4')
})

test('what seems to be missing is looked for again: the device may not know it yet', async () => {
  const calls = serve()
  queryClient.setQueryData(academicDepartmentsQuery.queryKey, pageOf([]))
  const address = `/tasks?department_id=${DEPARTMENT}&group_id=${GROUP.id}`
  open(address)
  await settled(calls, departments.list)
  await settled(calls, groups.list)
  expect(at()).toBe(address)
})

test('a list that is not found has its group looked for, though the choices are known', async () => {
  const calls = serve()
  const address = `/tasks?department_id=${DEPARTMENT}&group_id=${GROUP.id}`
  open(address)
  await settled(calls, groups.list)
  expect(at()).toBe(address)
  serve({ groups: [] })
  served([tasks.listByGroup, refuse(404, 'Group not found.')])
  const list = queryOf(tasks.listByGroup, { params: { group_id: GROUP.id }, query: {} })
  await queryClient.fetchQuery({ ...list, retry: false }).catch(() => undefined)
  await expect.poll(at).toBe(`/tasks?department_id=${DEPARTMENT}`)
})

test('an address that somebody has sent stays as it is', async () => {
  const calls = serve({ groups: [] })
  const sent = `/tasks?department_id=${DEPARTMENT}&group_id=8`
  open(sent)
  await settled(calls, departments.list)
  expect(at()).toBe(sent)
})

test('without an answer the choice stands', async () => {
  const calls = serve()
  served([groups.list, UNREACHED])
  const address = `/tasks?department_id=${DEPARTMENT}&group_id=${GROUP.id}`
  open(address)
  await settled(calls, departments.list)
  expect(at()).toBe(address)
})
