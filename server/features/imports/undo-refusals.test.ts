import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { awaitingPeople, csv } from '../../testing/imports.ts'
import { waitingForLocks } from '../../testing/locks.ts'
import { importedId, making, undo, writtenState } from '../../testing/undoing.ts'

const { at, admin, affairs, hod, medicine } = await awaitingPeople()
const HEADING = 'Roll No,Name,Email,Batch,Medicine Group'
const inMedicine = `group:${medicine}`

let n = 83_000
/** Imports two students, the second into a made group, and a change of a third, who was in a group. */
async function imported() {
  n += 10
  const [ali, sara, omar] = [`MBBS-${n + 1}`, `MBBS-${n + 2}`, `MBBS-${n + 3}`]
  await importedId(
    affairs,
    'students',
    csv(HEADING, `${omar},Omar,omar${n}@undo.test,MBBS 2026,Old ${n}`),
    making([inMedicine, `Old ${n}`, 'MBBS 2026']),
  )
  const file = csv(
    HEADING,
    `${ali},Ali,ali${n}@undo.test,MBBS 2026,`,
    `${sara},Sara,sara${n}@undo.test,Batch ${n},New ${n}`,
    `${omar},Omar Khan,omar${n}@undo.test,Batch ${n},New ${n}`,
  )
  const names = making(['batch_id', `Batch ${n}`, '1st Year'], [inMedicine, `New ${n}`, `Batch ${n}`])
  const id = await importedId(affairs, 'students', file, names)
  const studentOf = async (rollNo: string) => (await admin.get(`/students?q=${rollNo}`)).body.data[0]
  const group = (await admin.get(`/groups?q=New ${n}`)).body.data.find(
    ({ name }: { name: string }) => name === `New ${n}`,
  )
  return { id, ali: await studentOf(ali), sara: await studentOf(sara), omar: await studentOf(omar), group, n }
}
type Imported = Awaited<ReturnType<typeof imported>>

const skill = await at.make.skill(medicine)
const teacher = await at.make.staff(await at.make.user(), medicine)

describe('an import is not undone when', () => {
  test.each<[string, (of: Imported) => Promise<unknown>, RegExp]>([
    [
      'somebody new has signed in',
      ({ ali }) => at.db.updateTable('users').set({ signed_in_at: new Date() }).where('id', '=', ali.user_id).execute(),
      /^Nothing was undone\. Line 2: Ali has signed in since\.$/,
    ],
    [
      'somebody new was given another password',
      ({ ali }) => admin.post(`/users/${ali.user_id}/initial-password`),
      /Line 2: Ali has another password since\.$/,
    ],
    [
      'somebody new was changed',
      ({ ali }) => admin.put(`/students/${ali.id}`, { phone: '03001234567' }),
      /Line 2: Ali was changed since\.$/,
    ],
    [
      'somebody who was changed was changed again',
      ({ omar }) => admin.put(`/students/${omar.id}`, { phone: '03001234567' }),
      /Line 4: Omar Khan was changed since\.$/,
    ],
    [
      'somebody new has logged a performance',
      ({ ali }) => at.make.logEntry(ali.id, skill, teacher),
      /Line 2: Ali cannot be undone: Student has 1 logged performance\./,
    ],
    [
      'somebody who was moved has left the group',
      ({ group, sara }) => admin.post('/student-groups/assign', { group_id: group.id, student_ids: [sara.id] }),
      /Line 4: Omar Khan is in another group since\.$/,
    ],
    [
      'somebody who was moved has attendance there',
      async ({ group, omar }) => at.make.entry(await at.make.session(group.id), omar.id),
      /Line 4: Omar Khan has attendance in the new group\.$/,
    ],
    [
      'somebody new was put into a group',
      async ({ ali }) => at.make.join(ali.id, await at.make.group(ali.batch_id, medicine)),
      /Line 2: Ali is in another group since\.$/,
    ],
    [
      'somebody new was put into another group of another department',
      async ({ sara }) => at.make.join(sara.id, await at.make.group(sara.batch_id, await at.make.department())),
      /Line 3: Sara is in another group since\.$/,
    ],
    [
      'the former group is gone',
      ({ n }) =>
        sql`delete from student_groups where group_id in (select id from groups where name = ${`Old ${n}`})`.execute(
          at.db,
        ),
      /Line 4: Omar Khan is in another group since\.$/,
    ],
    [
      'a made group has work',
      ({ group }) => at.make.task(medicine, [group.id]),
      /"New \d+" cannot be undone: Group has 1 task\./,
    ],
    [
      'a made group was changed',
      ({ group }) => admin.put(`/groups/${group.id}`, { description: 'On Mondays' }),
      /"New \d+" was changed since\.$/,
    ],
    [
      'a made batch was promoted',
      async ({ group: { batch_id: id } }) => {
        const { updated_at } = (await admin.get(`/batches/${id}`)).body.data
        expect((await admin.post(`/batches/${id}/promote`, { updated_at })).status).toBe(200)
      },
      /"Batch \d+" was changed since\.$/,
    ],
    [
      'a made batch has somebody else',
      ({ group }) => at.make.student(group.batch_id),
      /"Batch \d+" cannot be undone: Batch has 1 student\./,
    ],
  ])('%s', async (_, change, message) => {
    const made = await imported()
    await change(made)
    const before = await writtenState(at)
    const trail = await at.count('audit')
    const { status, body } = await undo(affairs, 'students', made.id)
    expect([status, body.message]).toEqual([409, expect.stringMatching(message)])
    // Steps that came before the refusal have left nothing.
    expect([await writtenState(at), await at.count('audit')]).toEqual([before, trail])
    expect((await affairs.get('/imports/students/recent')).body.data[0]).toMatchObject({ id: made.id, undone_at: null })
  })

  test('more than ten lines stand in the way, of which ten are told', async () => {
    const lines = Array.from(
      { length: 12 },
      (_, at) => `MBBS-${84_001 + at},Student ${at},many${at}@undo.test,MBBS 2026`,
    )
    const id = await importedId(affairs, 'students', csv('Roll No,Name,Email,Batch', ...lines))
    await sql`update users set signed_in_at = now() where email like 'many%'`.execute(at.db)
    const { message } = (await undo(affairs, 'students', id)).body
    expect(message.match(/Line \d+/g)).toHaveLength(10)
    expect(message).toMatch(/and 2 more lines\.$/)
  })

  test('a name that was given up has been taken by another record', async () => {
    const heading = 'Name,Code,Department'
    await importedId(admin, 'skills', csv(heading, 'First name,FN,Medicine', 'Second name,SN,Medicine'))
    const renamed = csv(heading, 'Other name,FN,Medicine', 'Third name,SN,Medicine')
    const id = await importedId(admin, 'skills', renamed)
    await importedId(admin, 'skills', csv(heading, 'First name,X1,Medicine', 'Second name,X2,Medicine'))
    const { status, body } = await undo(admin, 'skills', id)
    expect([status, body.message]).toEqual([409, expect.stringMatching(/This department already has a skill/)])
  })
})

test('what somebody has deleted by hand needs no undoing', async () => {
  const { id, ali } = await imported()
  await sql`update users set signed_in_at = now() where id = ${ali.user_id}`.execute(at.db)
  expect((await undo(affairs, 'students', id)).status).toBe(409)
  expect((await admin.delete(`/students/${ali.id}`)).status).toBe(200)
  expect((await undo(affairs, 'students', id)).status).toBe(200)
})

test('staff who were given another role since stay', async () => {
  const file = csv('Name,Email,Department,Designation,Role', 'Dr Noor,noor@role.test,Medicine,Professor,faculty')
  const id = await importedId(admin, 'staff', file)
  const [{ user_id }] = (await admin.get('/staff?q=noor@role.test')).body.data
  await at.make.giveRole(user_id, 'clerk')
  expect((await undo(admin, 'staff', id)).body.message).toBe(
    'Nothing was undone. Line 2: Dr Noor has another role since.',
  )
})

test('two who undo an import at once do it once', async () => {
  const { id } = await imported()
  const answers = await Promise.all([undo(affairs, 'students', id), undo(admin, 'students', id)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.message).toBe('This import was undone already.')
})

test('a change that comes first is waited for, and stands in the way', async () => {
  const { id, omar } = await imported()
  const change = await at.db.startTransaction().execute()
  await sql`update students set description = 'Meanwhile', updated_at = now() where id = ${omar.id}`.execute(change)
  const undoing = undo(affairs, 'students', id)
  await expect.poll(() => waitingForLocks(at.db)).toBe(1)
  await change.commit().execute()
  expect((await undoing).body.message).toMatch(/Line 4: Omar Khan was changed since/)
})

test('an import of somebody else, of another kind or of nobody is none, except to an administrator', async () => {
  const other = await at.as('student-affair')
  const { id } = await imported()
  for (const [caller, kind, wanted] of [
    [other, 'students', id],
    [hod, 'staff', id],
    [admin, 'staff', id],
    [admin, 'students', 987_654_321],
  ] as const) {
    const { status, body } = await undo(caller, kind, wanted)
    expect([status, body.message]).toEqual([404, 'Import not found.'])
  }
  expect((await other.get('/imports/students/recent')).body.data).toEqual([])
  expect((await undo(hod, 'students', id)).status).toBe(403)
  expect((await undo(admin, 'students', id)).status).toBe(200)
  const [listed] = (await affairs.get('/imports/students/recent')).body.data
  expect(listed).toMatchObject({ id, undone_at: expect.any(String) })
})

test('an undoing has locked the students before a group, so that it and an assignment wait for each other', async () => {
  const { id, sara, omar, group } = await imported()
  const holding = await at.db.startTransaction().execute()
  await sql`select from groups where id = ${group.id} for update`.execute(holding)
  const undoing = undo(affairs, 'students', id)
  await expect.poll(() => waitingForLocks(at.db)).toBe(1)
  const assigning = admin.post('/student-groups/assign', { group_id: group.id, student_ids: [omar.id, sara.id] })
  await expect.poll(() => waitingForLocks(at.db)).toBe(2)
  const { rows } = await sql`select from students where id in (${sara.id}, ${omar.id})
    for no key update skip locked`.execute(at.db)
  expect(rows).toEqual([])
  await holding.rollback().execute()
  expect((await undoing).status).toBe(200)
  expect([404, 422]).toContain((await assigning).status)
})
