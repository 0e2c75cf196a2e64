import { type APIRequestContext, expect, type Locator } from '@playwright/test'
import type { RosterStudent } from '../shared/contract/attendance.ts'
import { collegeDay } from './days.ts'
import { apiAs } from './steps.ts'

/** A pending session for a group of MBBS batch 2, its own for each width; of today unless said. */
export async function newSession(
  request: APIRequestContext,
  name: string,
  start: string,
  end: string,
  day = collegeDay(),
) {
  const hod = await apiAs(request, 'hod')
  const read = async (path: string) => (await (await hod.get(path)).json()).data
  const [group] = (await read('/groups?batch_id=2')).filter((one: { name: string }) => one.name === name)
  const [teacher] = await read('/staff?status=active')
  const made = await hod.post('/attendance-sessions', {
    department_id: group.department_id,
    batch_id: group.batch_id,
    group_id: group.id,
    staff_id: teacher.id,
    activity_date: day,
    start_time: start,
    end_time: end,
  })
  expect(made.status()).toBe(201)
  const session = (await made.json()).data
  const list = `/attendance?department_id=${group.department_id}&batch_id=2&group_id=${group.id}&fetched=yes`
  return {
    id: session.id as number,
    list,
    taking: `${list}&modal=take&id=${session.id}`,
    now: () => read(`/attendance-sessions/${session.id}`),
    entries: () => read(`/attendance-submissions/attendance-session/${session.id}`),
    students: async (): Promise<RosterStudent[]> => read(`/attendance-sessions/${session.id}/roster?per_page=100`),
    /**
     * Puts a student of Group A into the group; resolves with the name. Both widths do it at once, and each takes its own:
     * a student has one group in a department.
     */
    someoneJoins: async () => {
      const roster: RosterStudent[] = await read(`/attendance-sessions/${session.id}/roster?per_page=100`)
      const ids = roster.filter(({ is_marked }) => is_marked).map(({ student_id }) => student_id)
      const groups = await read(`/groups?batch_id=2&department_id=${group.department_id}`)
      const from = groups.find((one: { name: string }) => one.name === 'Group A')
      const all: { student_id: number; student: { name: string } }[] = await read(
        `/student-groups/group/${from.id}/active?per_page=100`,
      )
      const chosen = all.at(name === 'Group B' ? -1 : -2)
      const joins = { id: chosen?.student_id ?? 0, name: chosen?.student.name ?? 'nobody' }
      const body = { group_id: group.id, student_ids: [...ids, joins.id] }
      const answer = await (await apiAs(request, 'admin')).post('/student-groups/assign', body)
      expect(answer.ok(), await answer.text()).toBe(true)
      return joins.name
    },
  }
}

/** Marks the first student of an open register absent, and the others present. */
export async function markRegister(taking: Locator): Promise<void> {
  const absent = taking.getByRole('list', { name: 'Students' }).getByRole('button', { name: 'Absent', exact: true })
  await absent.first().click()
  await taking.getByRole('button', { name: 'Mark the rest present' }).click()
}
