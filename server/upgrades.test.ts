import { expect, test } from 'vitest'
import { expectGoesOn } from './testing/going-on.ts'
import { formerStates } from './testing/upgrades.ts'

/** The oldest one, which every migration changes, and one with most tables; the others are in the long test. */
const STATES = ['0001-tasks', '0029-leave']

test.each(STATES)('a college of %s goes on: rows, schema, people, files, ids and trail', {
  timeout: 60_000,
}, async (state) => {
  expect(formerStates()).toContain(state)
  await expectGoesOn(state)
})
