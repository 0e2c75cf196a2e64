import { expect, test } from 'vitest'
import { HIT_KINDS } from '../../../shared/contract/search.ts'
import { can, ROLES } from '../../../shared/permissions.ts'
import { SCREENS } from '../../screens.ts'
import { walked } from '../../testing/walked.ts'

const FOUND = walked('found')

test('every kind of hit but students says to which screens it leads', () => {
  const { student: _, ...others } = HIT_KINDS
  expect(Object.keys(FOUND).sort(), 'Say in found of its walks.ts').toEqual(Object.keys(others).sort())
})

test.each(Object.entries(FOUND))('%s is for whom the dashboard leads to %j', (_, [action, ...paths]) => {
  const seen = SCREENS.filter(({ path }) => paths.includes(path)).flatMap(({ tile }) => tile?.roles ?? [])
  expect(ROLES.filter((role) => can([role], action))).toEqual(ROLES.filter((role) => seen.includes(role)))
})
