import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { unfurnished } from '../testing/college.ts'

// A feature to come brings a table whose rows refer to what is there. Nothing else tells the finished features of it.

const at = await unfurnished()
const admin = await at.as('admin')
for (const statement of [
  `create table exam_results (
    id integer generated always as identity primary key,
    department_id integer not null references departments,
    group_id integer references groups,
    batch_id integer references batches,
    student_id integer references students,
    staff_id integer references staff,
    entered_by integer references users on delete set null
  )`,
  'grant select on exam_results to public',
])
  await sql.raw(statement).execute(at.db)

async function refusalOf(path: string, column: string, id: number): Promise<string> {
  const department = await at.make.department()
  const columns = column === 'department_id' ? sql.ref(column) : sql`department_id, ${sql.ref(column)}`
  const values = column === 'department_id' ? sql`${id}` : sql`${department}, ${id}`
  await sql`insert into exam_results (${columns}) select ${values} from generate_series(1, 2)`.execute(at.db)
  const { status, body } = await admin.delete(path)
  expect(status).toBe(409)
  return body.message
}

test('rows of a table that no feature knows keep what they refer to from being deleted, and are named', async () => {
  const department = await at.make.department()
  expect(await refusalOf(`/departments/${department}`, 'department_id', department)).toBe(
    'Department has 2 exam results. Set it inactive instead.',
  )
  const batch = await at.make.batch()
  expect(await refusalOf(`/batches/${batch}`, 'batch_id', batch)).toBe(
    'Batch has 2 exam results. Set it inactive instead.',
  )
  const group = await at.make.group(await at.make.batch(), await at.make.department())
  expect(await refusalOf(`/groups/${group}`, 'group_id', group)).toBe(
    'Group has 2 exam results. Set it inactive instead.',
  )
  const student = await at.make.student(await at.make.batch())
  expect(await refusalOf(`/students/${student.id}`, 'student_id', student.id)).toBe(
    'Student has 2 exam results. Set the status to inactive instead.',
  )
  const userId = await at.make.user()
  const staff = await at.make.staff(userId, await at.make.department())
  expect(await refusalOf(`/staff/${staff}`, 'entered_by', userId)).toBe(
    'Staff member has 2 exam results. Set the status to inactive instead.',
  )
})

test('what a person did stands before what there is of one', async () => {
  const userId = await at.make.user()
  const department = await at.make.department()
  const staff = await at.make.staff(userId, department)
  await at.make.task(department, [], { created_by: userId })
  expect(await refusalOf(`/staff/${staff}`, 'staff_id', staff)).toBe(
    'Staff member has created 1 task and 2 exam results. Set the status to inactive instead.',
  )
})

test('what is deleted with a record does not keep it', async () => {
  const student = await at.make.student(await at.make.batch(), undefined)
  expect((await admin.delete(`/students/${student.id}`)).status).toBe(200)
})
