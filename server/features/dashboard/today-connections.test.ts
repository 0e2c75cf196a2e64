import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, inject, test } from 'vitest'
import { connect } from '../../db/open.ts'
import { features } from '../../features.ts'
import { readSettings } from '../../settings.ts'
import { callerAs } from '../../testing/callers.ts'
import { furnished } from '../../testing/college.ts'
import { dayAfter } from '../../testing/today.ts'
import { readToday } from './today.reads.ts'

const { at, medicine, wards } = await furnished()

test('all that waits for a head is read on one connection, however many kinds there are', async () => {
  await at.make.session(wards, { activity_date: dayAfter(-3) })
  const { rows } = await sql<{ database: string }>`select current_database() as database`.execute(at.db)
  const opened = connect({ ...inject('cluster').config, database: rows[0]?.database })
  try {
    const head = callerAs('hod', medicine)
    const kinds = features.flatMap(({ today = [] }) => today).filter(({ isFor }) => isFor(head))
    expect(kinds.length).toBeGreaterThan(10)
    const reading = { kinds, settings: readSettings({}), log: pino({ enabled: false }) }
    const { parts } = await readToday(opened.db, head, reading)
    expect(parts.map(({ kind }) => kind)).toContain('registers-not-taken')
    expect(opened.pool.totalCount).toBe(1)
  } finally {
    await opened.close()
  }
})
