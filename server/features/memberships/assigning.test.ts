import type { KyselyPlugin } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Client } from '../../testing/app.ts'
import { callerAs } from '../../testing/callers.ts'
import { furnished } from '../../testing/college.ts'
import { lockAssignment } from './locks.reads.ts'
import { assignStudents } from './writes.ts'

const { at, admin, affairs, medicine, surgery, batch, theatre } = await furnished()
/** Student affairs of Medicine. */
const scoped = await at.as('student-affair', medicine)

const group = (fields: object = {}, departmentId = medicine) => at.make.group(batch, departmentId, fields)
const student = async (name: string, groupId?: number, batchId = batch) => {
  const made = await at.make.student(batchId, groupId)
  await at.db.updateTable('users').set({ name }).where('id', '=', made.userId).execute()
  return made.id
}
const assign = (caller: Client, group_id: number, student_ids: number[], updated_at?: string) =>
  caller.post('/student-groups/assign', { group_id, student_ids, ...(updated_at ? { updated_at } : {}) })
const membersOf = async (id: number) =>
  (
    await at.db
      .selectFrom('student_groups')
      .select('student_id')
      .where('group_id', '=', id)
      .where('status', '=', 'active')
      .orderBy('student_id')
      .execute()
  ).map((link) => link.student_id)
const stampOf = async (id: number) => (await admin.get(`/groups/${id}`)).body.data.updated_at

describe('the students whom a group may have', () => {
  test('are those of its batch by roll number, each with the group of this department', async () => {
    const batchId = await at.make.batch()
    const own = await at.make.group(batchId, medicine, { name: 'Own' })
    const other = await at.make.group(batchId, medicine, { name: 'Other' })
    const elsewhere = await at.make.group(batchId, surgery)
    const without = await at.make.student(batchId, elsewhere, { roll_no: null })
    const second = await at.make.student(batchId, other, { roll_no: 'MBBS-10002', status: 'on_leave' })
    const first = await at.make.student(batchId, own, { roll_no: 'MBBS-10001' })
    await at.make.student(batch)
    const left = await at.make.student(batchId)
    await at.db
      .updateTable('student_batches')
      .set({ status: 'inactive', ended_at: new Date() })
      .where('student_id', '=', left.id)
      .execute()
    const { status, body } = await scoped.get(`/groups/${own}/students`)
    expect(status).toBe(200)
    expect(body.data).toEqual([
      {
        id: first.id,
        name: expect.any(String),
        roll_no: 'MBBS-10001',
        status: 'active',
        group: { id: own, name: 'Own' },
      },
      {
        id: second.id,
        name: expect.any(String),
        roll_no: 'MBBS-10002',
        status: 'on_leave',
        group: { id: other, name: 'Other' },
      },
      { id: without.id, name: expect.any(String), roll_no: null, status: 'active', group: null },
    ])
    const page = (await admin.get(`/groups/${own}/students?per_page=2&page=2`)).body
    expect(page.data.map(({ id }: { id: number }) => id)).toEqual([without.id])
    expect(page.meta).toEqual({ page: 2, per_page: 2, total: 3 })
  })

  test('are told to staff who see the group', async () => {
    const id = await group({}, surgery)
    expect((await scoped.get(`/groups/${id}/students`)).status).toBe(404)
    expect((await admin.get('/groups/99999/students')).status).toBe(404)
    const empty = await at.make.group(await at.make.batch(), surgery)
    expect((await scoped.get(`/groups/${empty}/students`)).status).toBe(404)
    expect((await admin.get(`/groups/${empty}/students`)).body.data).toEqual([])
    expect((await (await at.as('clerk')).get(`/groups/${id}/students`)).status).toBe(200)
    const member = await at.make.student(batch, id)
    expect((await (await at.of(member.userId)).get(`/groups/${id}/students`)).status).toBe(403)
    expect((await at.nobody.get(`/groups/${id}/students`)).status).toBe(401)
  })
})

describe('an assignment', () => {
  test('makes exactly the posted list the members, and tells each history', async () => {
    const target = await group({ name: 'Target' })
    const source = await group({ name: 'Source' })
    const stays = await student('Stays', target)
    const leaves = await student('Leaves', target)
    const joins = await student('Joins', theatre)
    const moves = await student('Moves', source)
    const [before, sourceBefore] = [await stampOf(target), await stampOf(source)]
    const { status, body } = await assign(affairs, target, [moves, stays, joins, joins], before)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ id: target, name: 'Target', student_count: 3 })
    expect(await membersOf(target)).toEqual([stays, joins, moves].sort((a, b) => a - b))
    expect(await membersOf(source)).toEqual([])
    expect(await membersOf(theatre)).toEqual([joins])
    expect(body.data.updated_at).not.toBe(before)
    expect(await stampOf(source)).not.toBe(sourceBefore)
    const former = await admin.get(`/student-groups/student/${moves}/inactive`)
    expect(former.body.data).toMatchObject([{ group_id: source }])
    expect(await at.trailOf('group', target)).toMatchObject([
      {
        action: 'assign',
        actor: { id: affairs.userId },
        changes: { students_added: [null, 'Joins, Moves'], students_removed: ['Leaves', null] },
      },
    ])
    const groupChanges = async (id: number) =>
      (await at.trailOf('student', id)).map((row: { action: string; changes: object }) => [row.action, row.changes])
    expect(await groupChanges(moves)).toEqual([['group', { group: ['Source', 'Target'] }]])
    expect(await groupChanges(joins)).toEqual([['group', { group: [null, 'Target'] }]])
    expect(await groupChanges(leaves)).toEqual([['group', { group: ['Target', null] }]])
    expect(await groupChanges(stays)).toEqual([])
  })

  test('of nobody empties the group; the same list again changes nothing', async () => {
    const id = await group()
    const one = await student('One', id)
    expect((await assign(affairs, id, [one])).status).toBe(200)
    expect(await at.trailOf('group', id)).toEqual([])
    expect((await assign(affairs, id, [])).body.data.student_count).toBe(0)
    const links = at.db.selectFrom('student_groups').select(['status', 'ended_at']).where('student_id', '=', one)
    expect(await links.execute()).toEqual([{ status: 'inactive', ended_at: expect.any(String) }])
    expect((await assign(affairs, id, [one])).body.data.student_count).toBe(1)
  })

  test('takes students whatever their status', async () => {
    const id = await group()
    const { id: away } = await at.make.student(batch, undefined, { status: 'suspended' })
    expect((await assign(affairs, id, [away])).body.data.student_count).toBe(1)
  })

  test('takes none of another batch, none without one, none who is not there, and then changes nothing', async () => {
    const id = await group()
    const member = await student('Member', id)
    const other = await at.make.batch()
    const foreign = [
      await student('Ali Raza', undefined, other),
      await student('Bina Shah', undefined, other),
      await student('Chand Mir', undefined, other),
      await student('Dara Khan', undefined, other),
    ]
    const one = await assign(affairs, id, foreign.slice(0, 1))
    expect(one.status).toBe(422)
    expect(one.body.errors).toEqual({ student_ids: ['Ali Raza is not in the batch of this group'] })
    expect((await assign(affairs, id, [member, ...foreign])).body.errors.student_ids).toHaveLength(3)
    await at.db
      .updateTable('student_batches')
      .set({ status: 'inactive', ended_at: new Date() })
      .where('student_id', '=', foreign[1] ?? 0)
      .execute()
    expect((await assign(affairs, id, foreign.slice(1, 2))).body.errors).toEqual({
      student_ids: ['Bina Shah is not in the batch of this group'],
    })
    expect((await assign(affairs, id, [99_999])).body.errors).toEqual({ student_ids: ['Student 99999 does not exist'] })
    expect(await membersOf(id)).toEqual([member])
  })

  test('needs a group and a list', async () => {
    expect((await affairs.post('/student-groups/assign', {})).body.errors).toEqual({
      group_id: ['Group is required'],
      student_ids: ['student_ids must be a list'],
    })
    expect((await assign(affairs, 99_999, [])).body.errors).toEqual({ group_id: ['Group does not exist'] })
    const tooMany = await assign(
      affairs,
      await group(),
      Array.from({ length: 2_001 }, (_, at) => at + 1),
    )
    expect(tooMany.body.errors).toEqual({ student_ids: ['A group has at most 2000 students'] })
  })

  test('is refused when the members have changed since they were read', async () => {
    const id = await group()
    const source = await group()
    const [one, two] = [await student('One', source), await student('Two')]
    const [read, sourceRead] = [await stampOf(id), await stampOf(source)]
    expect((await assign(admin, id, [one], read)).status).toBe(200)
    for (const [groupId, stamp] of [
      [id, read],
      [source, sourceRead],
    ] as const) {
      const { status, body } = await assign(affairs, groupId, [two], stamp)
      expect(status).toBe(409)
      expect(body.message).toBe('This record was changed by someone else. Reload and try again.')
    }
    expect(await membersOf(id)).toEqual([one])
  })

  test('is for the own department, and for those who may change groups', async () => {
    const foreign = await group({}, surgery)
    const one = await student('One')
    const { status, body } = await assign(scoped, foreign, [one])
    expect(status).toBe(422)
    expect(body.errors).toEqual({ group_id: ['Group does not exist'] })
    expect((await assign(scoped, await group(), [one])).status).toBe(200)
    for (const role of ['principal', 'hod', 'faculty', 'clerk', 'student', 'no-role'] as const)
      expect((await assign(await at.as(role), foreign, [one])).status, role).toBe(403)
    expect((await assign(at.nobody, foreign, [one])).status).toBe(401)
    expect(await membersOf(foreign)).toEqual([])
  })

  test('takes as many statements for three hundred students as for one', async () => {
    const batchId = await at.make.batch()
    const [target, source] = [await at.make.group(batchId, medicine), await at.make.group(batchId, medicine)]
    const ids: number[] = []
    while (ids.length < 300) ids.push((await at.make.student(batchId, source)).id)
    const caller = callerAs('student-affair', undefined, affairs.userId)
    const statementsFor = async (studentIds: number[]) => {
      let count = 0
      const counting: KyselyPlugin = {
        transformQuery: ({ node }) => {
          count += 1
          return node
        },
        transformResult: async ({ result }) => result,
      }
      await at.db
        .withPlugin(counting)
        .transaction()
        .execute(async (tx) => {
          const assignment = await lockAssignment(tx, caller, target, studentIds)
          if (!assignment) throw new Error('no such group')
          await assignStudents(tx, caller, assignment, { studentIds, since: undefined, updated_at: undefined })
        })
      return count
    }
    expect(await statementsFor(ids.slice(0, 1))).toBe(await statementsFor(ids))
    expect(await membersOf(target)).toHaveLength(300)
    expect(await membersOf(source)).toEqual([])
  })
})

describe('twenty assignments at once', () => {
  test('of the same students to different groups leave each in at most one, and none fails', async () => {
    const groups = await Promise.all(Array.from({ length: 5 }, () => group()))
    const students = await Promise.all(Array.from({ length: 12 }, (_, at) => student(`Crowd ${at}`)))
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => {
          const some = students.filter((_, at) => (at * 7 + index * 5 + round) % 3 !== 0)
          const list = index % 2 === 0 ? some : some.toReversed()
          return assign(index % 3 === 0 ? scoped : affairs, groups[index % groups.length] ?? 0, list)
        }),
      )
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
      const links = await at.db
        .selectFrom('student_groups')
        .select(['student_id', 'group_id'])
        .where('student_id', 'in', students)
        .where('status', '=', 'active')
        .execute()
      expect(new Set(links.map((link) => link.student_id)).size).toBe(links.length)
      expect(links.length).toBeGreaterThan(0)
    }
  })

  test('with one stamp that was read: one of them wins', async () => {
    const id = await group()
    const students = await Promise.all(Array.from({ length: 20 }, (_, at) => student(`Stamp ${at}`)))
    const read = await stampOf(id)
    const answers = await Promise.all(students.map((one) => assign(affairs, id, [one], read)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    expect(await membersOf(id)).toHaveLength(1)
  })

  test('to one group: the members are one of the lists', async () => {
    const id = await group()
    const students = await Promise.all(Array.from({ length: 6 }, (_, at) => student(`Whole ${at}`)))
    const lists = Array.from({ length: 20 }, (_, index) => students.filter((_, at) => (at + index) % 4 !== 0))
    const answers = await Promise.all(lists.map((list) => assign(affairs, id, list)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const sorted = (list: number[]) => list.toSorted((a, b) => a - b).join()
    expect(lists.map(sorted)).toContain((await membersOf(id)).join())
  })
})

describe('who has left the college', () => {
  test('joins no group, and stays in one only until taken out', async () => {
    const id = await group()
    const gone = await student('Gone Away')
    await at.db.updateTable('students').set({ status: 'graduated' }).where('id', '=', gone).execute()
    const refused = 'Gone Away has left the college (Graduated) and can join no group'
    expect((await assign(affairs, id, [gone])).body.errors).toEqual({ student_ids: [refused] })
    expect((await affairs.post(`/students/${gone}/assign-group`, { groupId: id })).body.errors).toEqual({
      groupId: [refused],
    })
    await at.make.join(gone, id)
    expect((await assign(affairs, id, [gone])).status).toBe(200)
    expect((await assign(affairs, id, [])).status).toBe(200)
    expect(await membersOf(id)).toEqual([])
  })
})
