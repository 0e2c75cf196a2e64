import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { databaseConfig } from '../testing/cluster.ts'
import { migrate, migrateWithin } from './migrate.ts'
import * as foundation from './migrations/0001_foundation.ts'
import * as administration from './migrations/0002_administration.ts'
import * as attendance from './migrations/0003_attendance.ts'
import { connect } from './open.ts'

/** Fills a database of these migrations, or of all up to a name, brings it to today's schema, and looks. */
async function upgrade(
  migrations: Record<string, Migration> | string,
  { before, after }: Record<'before' | 'after', (pool: pg.Pool) => Promise<unknown>>,
): Promise<void> {
  const { config } = inject('cluster')
  const name = `elog_upgrade_${process.pid}`
  const admin = new pg.Client(config)
  await admin.connect()
  await admin.query(`create database ${name}`)
  const { db, pool, close } = connect({ ...databaseConfig(config, name), max: 2 })
  try {
    if (typeof migrations === 'string') await db.transaction().execute((tx) => migrateWithin(tx, migrations))
    else {
      const first = new Migrator({ db, provider: { getMigrations: async () => migrations } })
      expect((await first.migrateToLatest()).error).toBeUndefined()
    }
    await before(pool)
    await migrate(db)
    await after(pool)
  } finally {
    await close()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
}

test('a college of the first version keeps its people, and who has chosen a password has signed in', () =>
  upgrade(
    { '0001_foundation': foundation },
    {
      before: async (pool) => {
        await pool.query(`insert into users (name, email, password_hash, must_change_password) values
          ('Signed In', 'in@college.test', 'x', false), ('Not Yet', 'not@college.test', 'x', true)`)
        await pool.query(`insert into students (user_id, roll_no) values (1, 'MBBS-22001')`)
      },
      after: async (pool) => {
        const { rows } = await pool.query('select name, signed_in_at is not null as signed_in from users order by id')
        expect(rows).toEqual([
          { name: 'Signed In', signed_in: true },
          { name: 'Not Yet', signed_in: false },
        ])
        await pool.query('insert into students (user_id) values (2)')
        expect((await pool.query('select roll_no from students order by id')).rows).toEqual([
          { roll_no: 'MBBS-22001' },
          { roll_no: null },
        ])
      },
    },
  ))

test('a college with attendance keeps its marks, and each session knows how many it has', () =>
  upgrade(
    { '0001_foundation': foundation, '0002_administration': administration, '0003_attendance': attendance },
    {
      before: async (pool) => {
        for (const statement of [
          `insert into users (name, email, password_hash) select 'P' || n, n || '@x.test', '-' from generate_series(1, 4) n`,
          `insert into departments (name) values ('Medicine')`,
          `insert into designations (name) values ('Professor')`,
          'insert into staff (user_id, department_id, designation_id) values (4, 1, 1)',
          `insert into batches (name, current_year) values ('B', '1st Year')`,
          `insert into groups (name, batch_id, department_id) values ('G', 1, 1)`,
          'insert into students (user_id) values (1), (2), (3)',
          `insert into attendance_sessions (department_id, batch_id, group_id, activity_date, start_time, end_time,
              staff_id, status, taken_at)
            select 1, 1, 1, '2026-03-02', '09:00', '10:00', 1, 'completed', now() from generate_series(1, 2)`,
          `insert into attendance_submissions (attendance_session_id, student_id, status)
            values (2, 1, 'present'), (2, 2, 'leave'), (2, 3, 'present')`,
        ])
          await pool.query(statement)
      },
      after: async (pool) => {
        const { rows } = await pool.query('select id, present, absent, leave from attendance_sessions order by id')
        expect(rows).toEqual([
          { id: 1, present: 0, absent: 0, leave: 0 },
          { id: 2, present: 2, absent: 0, leave: 1 },
        ])
        const departments = await pool.query('select distinct department_id from attendance_submissions')
        expect(departments.rows).toEqual([{ department_id: 1 }])
      },
    },
  ))

test('a membership counts from the admission where it is the first of its department, else from its making', () =>
  upgrade(
    { '0001_foundation': foundation },
    {
      before: async (pool) => {
        for (const statement of [
          `insert into users (name, email, password_hash) select 'P' || n, n || '@x.test', '-' from generate_series(1, 3) n`,
          `insert into departments (name) values ('Medicine'), ('Surgery')`,
          `insert into batches (name, current_year) values ('B', '1st Year')`,
          `insert into groups (name, batch_id, department_id) values ('G', 1, 1), ('H', 1, 1), ('S', 1, 2)`,
          `insert into students (user_id, roll_no, date_of_admission) values (1, 'A', '2024-09-02'), (2, 'B', null), (3, 'C', '2026-06-01')`,
          // Eight in the evening of Greenwich is the next day in Karachi.
          `insert into student_groups (student_id, group_id, department_id, status, created_at, ended_at) values
            (1, 1, 1, 'inactive', '2026-01-10T06:00Z', '2026-03-05T20:00Z'),
            (1, 2, 1, 'active', '2026-03-05T20:00Z', null), (1, 3, 2, 'active', '2026-03-01T06:00Z', null),
            (2, 1, 1, 'active', '2026-01-10T20:00Z', null), (3, 1, 1, 'inactive', '2026-01-10T06:00Z', '2026-01-10T07:00Z')`,
        ])
          await pool.query(statement)
      },
      after: async (pool) => {
        const { rows } = await pool.query(
          `select student_id, group_id, first_day::text, left_on::text from student_groups order by id`,
        )
        expect(rows.map(Object.values)).toEqual([
          [1, 1, '2024-09-02', '2026-03-06'],
          [1, 2, '2026-03-06', null],
          [1, 3, '2024-09-02', null],
          [2, 1, '2026-01-11', null],
          [3, 1, '2026-01-10', '2026-01-10'],
        ])
      },
    },
  ))

test('a college whose names differ only by what nobody sees keeps them all, told apart by their ids', () =>
  upgrade(
    { '0001_foundation': foundation },
    {
      before: async (pool) => {
        for (const [statement, values] of [
          ['insert into departments (name) values ($1), ($2), ($3), ($4)', ['A\u200db', 'aB', 'Ab\u200f', 'ab (2)']],
          ['insert into designations (name) values ($1), ($2)', ['e\u0301', 'é']],
          ['insert into roles (name) values ($1)', ['admin\u200d']],
          [`insert into batches (name, current_year) values ($1, '1st Year'), ('C', '1st Year')`, ['B']],
          [
            `insert into groups (name, batch_id, department_id) select name, batch, 1
            from unnest($1::text[]) name, generate_series(1, 2) batch order by name, batch`,
            [['G', 'G\u200c']],
          ],
        ] as const)
          await pool.query(statement, [...values])
      },
      after: async (pool) => {
        const names = async (table: string) =>
          (await pool.query(`select name from ${table} order by id`)).rows.map(({ name }) => name)
        expect(await names('departments')).toEqual(['A\u200db', 'aB (2)', 'Ab\u200f (3)', 'ab (2) (4)'])
        expect(await names('designations')).toEqual(['e\u0301', 'é (2)'])
        expect((await names('roles')).at(-1)).toBe('admin\u200d (8)')
        expect(await names('batches')).toEqual(['B', 'C'])
        expect((await names('groups')).filter((name) => name.includes('('))).toHaveLength(2)
        await expect(pool.query('insert into departments (name) values ($1)', ['a\u200eb'])).rejects.toMatchObject({
          constraint: 'departments_name_key',
        })
      },
    },
  ))

test('names that became one by the folding of 0043 are told apart by their ids, and the trail says so', () =>
  upgrade('0041_planned_sessions', {
    before: async (pool) => {
      for (const [statement, values] of [
        [
          'insert into departments (name) values ($1), ($2), ($3), ($4), ($5)',
          ['Zeta Ward', 'Zeta\u00a0Ward', 'Zéta  ward', 'Zeta Ward (2)', 'Eta'],
        ],
        ['insert into designations (name) values ($1), ($2)', ['ڈاکٹر علی', 'ڈاکٹر علي']],
        ['insert into roles (name) values ($1)', ['ádmin']],
        [`insert into batches (name, current_year) values ($1, '1st Year'), ($2, '1st Year')`, ['MBBS 26', 'MBBS ٢٦']],
        [
          `insert into groups (name, batch_id, department_id) select name, batch, 1
            from unnest($1::text[]) name, generate_series(1, 2) batch order by name, batch`,
          [['Group A', 'Group\u2003A']],
        ],
      ] as const)
        await pool.query(statement, [...values])
    },
    after: async (pool) => {
      const names = async (table: string) =>
        (await pool.query(`select name from ${table} order by id`)).rows.map(({ name }) => name)
      expect(await names('departments')).toEqual([
        'Zeta Ward',
        'Zeta\u00a0Ward (2)',
        'Zéta  ward (3)',
        'Zeta Ward (2) (4)',
        'Eta',
      ])
      expect(await names('designations')).toEqual(['ڈاکٹر علی', 'ڈاکٹر علي (2)'])
      expect((await names('roles')).at(-1)).toBe('ádmin (8)')
      expect(await names('batches')).toEqual(['MBBS 26', 'MBBS ٢٦ (2)'])
      expect((await names('groups')).filter((name) => name.includes('('))).toHaveLength(2)
      const { rows: trail } = await pool.query(`select entity, entity_id, actor_id, action, changes from audit
        where entity in ('department', 'role') order by entity, entity_id`)
      const renamed = { actor_id: null, action: 'update' }
      expect(trail).toEqual([
        { ...renamed, entity: 'department', entity_id: 2, changes: { name: ['Zeta\u00a0Ward', 'Zeta\u00a0Ward (2)'] } },
        { ...renamed, entity: 'department', entity_id: 3, changes: { name: ['Zéta  ward', 'Zéta  ward (3)'] } },
        { ...renamed, entity: 'department', entity_id: 4, changes: { name: ['Zeta Ward (2)', 'Zeta Ward (2) (4)'] } },
        { ...renamed, entity: 'role', entity_id: 8, changes: { name: ['ádmin', 'ádmin (8)'] } },
      ])
      await expect(pool.query('insert into departments (name) values ($1)', ['ＥＴＡ'])).rejects.toMatchObject({
        constraint: 'departments_name_key',
      })
    },
  }))

test('who may not make the schema of the jobs is told so, and who may not make the extension of the search has indexes of what names begin with, and all else', async () => {
  const { config } = inject('cluster')
  const [name, role] = [`elog_plain_${process.pid}`, { user: `elog_plain_${process.pid}`, password: 'x' }]
  const admin = new pg.Client(config)
  await admin.connect()
  await admin.query(`create role ${role.user} login password '${role.password}'`)
  await admin.query(`create database ${name}`)
  const owner = new pg.Client(databaseConfig(config, name))
  await owner.connect()
  await owner.query(`grant create on schema public to ${role.user}`)
  const { db, pool, close } = connect({ ...databaseConfig(config, name, role), max: 2 })
  try {
    await expect(migrate(db)).rejects.toThrow(`create schema jobs authorization ${role.user}`)
    await owner.query(`create schema jobs authorization ${role.user}`)
    await migrate(db)
    const { rows } = await pool.query<{
      kind: string
      n: number
    }>(`select substring(indexname from '_(begins|contains)$')
      as kind, count(*)::int as n from pg_indexes where indexname ~ '_(begins|contains)$' group by 1`)
    const snapshot = readFileSync(join(import.meta.dirname, 'schema.snapshot.sql'), 'utf8')
    const known = snapshot.match(/\bindex \w+_begins\b/gi) ?? []
    expect(rows).toEqual([{ kind: 'begins', n: known.length }])
    expect(known.length).toBeGreaterThanOrEqual(9)
    expect((await pool.query(`select from pg_extension where extname = 'pg_trgm'`)).rowCount).toBe(0)
  } finally {
    await close()
    await owner.end()
    await admin.query(`drop database ${name} with (force)`)
    await admin.query(`drop role ${role.user}`)
    await admin.end()
  }
})

test('bulk tasks of before get the skill of their name in their department, and are counted by their frequency', () =>
  upgrade('0058_push_people', {
    before: async (pool) => {
      await pool.query(`insert into departments (name) values ('Medicine'), ('Surgery')`)
      await pool.query(`insert into tasks (name, detail, task_type, department_id) values
        ('Blood glucose monitoring', '15', 'bulk', 1), ('BLOOD  glucose monitoring', 'daily', 'bulk', 1),
        ('Blood glucose monitoring', '5', 'bulk', 2), ('Case report', '5', 'single', 1)`)
    },
    after: async (pool) => {
      const { rows } = await pool.query(`select tasks.name, required_count, skills.name as skill, skills.department_id
        from tasks left join skills on skills.id = skill_id order by tasks.id`)
      const skill = 'Blood glucose monitoring'
      expect(rows).toEqual([
        { name: skill, required_count: 15, skill, department_id: 1 },
        { name: 'BLOOD  glucose monitoring', required_count: null, skill, department_id: 1 },
        { name: skill, required_count: 5, skill, department_id: 2 },
        { name: 'Case report', required_count: null, skill: null, department_id: null },
      ])
    },
  }))
