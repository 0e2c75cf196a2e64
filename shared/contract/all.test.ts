import { expect, test } from 'vitest'
import { contracts } from './all.ts'

const isEndpoint = (value: unknown) =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'action' in value
const isContract = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0 && Object.values(value).every(isEndpoint)

test('every contract is listed', () => {
  const files = import.meta.glob<Record<string, unknown>>(['./**/*.ts', '!./all.ts', '!./**/*.test.ts'], {
    eager: true,
  })
  const declared = Object.entries(files).flatMap(([file, exported]) =>
    Object.entries(exported)
      .filter(([, value]) => isContract(value))
      .map(([name, value]) => ({ name: `${name} of ${file}`, value })),
  )
  const listed = new Set<unknown>(Object.values(contracts).flat())
  expect(declared.filter(({ value }) => !listed.has(value)).map(({ name }) => name)).toEqual([])
  expect(declared).toHaveLength(listed.size)
})
