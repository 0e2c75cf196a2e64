import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('no two locks have one number: who waits for one would wait for the other', () => {
  const server = join(import.meta.dirname, '..')
  const named = globSync('**/*.ts', { cwd: server }).flatMap((file) =>
    [...readFileSync(join(server, file), 'utf8').matchAll(/^(?:export )?const (\w+_LOCK) = ([\d_]+)$/gm)].map(
      ([, name = '', number = '']) => ({ name, number }),
    ),
  )
  expect(named.length).toBeGreaterThan(10)
  const shared = [...Map.groupBy(named, ({ number }) => number).values()].filter((same) => same.length > 1)
  expect(shared.map((same) => same.map(({ name }) => name))).toEqual([])
})
