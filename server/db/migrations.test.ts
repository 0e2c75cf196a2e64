import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { databaseConfig } from '../testing/cluster.ts'
import { migrate } from './migrate.ts'
import * as foundation from './migrations/0001_foundation.ts'
import { connect } from './open.ts'

test('a college of the first version keeps its people, and who has chosen a password has signed in', async () => {
  const { config } = inject('cluster')
  const name = `elog_upgrade_${process.pid}`
  const admin = new pg.Client(config)
  await admin.connect()
  await admin.query(`create database ${name}`)
  const { db, pool, close } = connect({ ...databaseConfig(config, name), max: 2 })
  try {
    const first = new Migrator({ db, provider: { getMigrations: async () => ({ '0001_foundation': foundation }) } })
    expect((await first.migrateToLatest()).error).toBeUndefined()
    await pool.query(`insert into users (name, email, password_hash, must_change_password) values
      ('Signed In', 'in@college.test', 'x', false), ('Not Yet', 'not@college.test', 'x', true)`)
    await pool.query(`insert into students (user_id, roll_no) values (1, 'MBBS-22001')`)
    await migrate(db)
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
  } finally {
    await close()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
})
