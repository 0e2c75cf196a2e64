import { expect, test } from 'vitest'
import { migrationNames } from '../db/migrate.ts'
import { versionText } from './looking.ts'

test('how far a database is behind is counted in words', () => {
  expect(versionText(migrationNames)).toMatch(/^up to date \(\d{4}\)$/)
  expect(versionText(migrationNames.slice(0, -1))).toBe('1 migration behind')
  expect(versionText(migrationNames.slice(0, -2))).toBe('2 migrations behind')
  expect(versionText([...migrationNames, '9999_new'])).toBe('newer than this version (9999_new)')
})
