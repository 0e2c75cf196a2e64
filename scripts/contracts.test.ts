import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { auth } from '../shared/contract/auth.ts'
import { calledBy } from '../vite.contracts.ts'

test('the built app has all that its calls read of an endpoint', () => {
  const files = readdirSync('web/core').filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
  const read = files.flatMap((file) =>
    [...readFileSync(`web/core/${file}`, 'utf8').matchAll(/\bendpoint\.(\w+)/g)].map(([, name]) => name),
  )
  const kept = Object.keys({ ...calledBy(auth.login), file: undefined })
  expect(read.filter((name) => name !== 'ts' && !kept.includes(name ?? ''))).toEqual([])
  expect(read).toContain('takesMinutes')
})
