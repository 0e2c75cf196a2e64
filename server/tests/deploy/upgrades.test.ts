import { test } from 'vitest'
import { expectGoesOn } from '../../testing/going-on.ts'

// The oldest one, which every migration changes; the others are in the long test.
test('a college of the first version goes on: rows, schema, people, files, ids and trail', { timeout: 60_000 }, () =>
  expectGoesOn('0001-tasks'),
)
