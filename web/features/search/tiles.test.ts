import { expect, test } from 'vitest'
import { type Action, can, ROLES } from '../../../shared/permissions.ts'
import { SCREENS } from '../../screens.ts'

test.each<[Action, ...string[]]>([
  ['search:staff', '/staff'],
  ['search:groups', '/groups'],
  ['search:tasks', '/tasks'],
  ['search:surveys', '/feedback', '/student-feedback'],
  ['search:library', '/library'],
  ['search:cases', '/reporting'],
  ['search:announcements', '/announcements'],
])('%s is for whom the dashboard leads to %s', (action, ...paths) => {
  const seen = SCREENS.filter(({ path }) => paths.includes(path)).flatMap(({ tile }) => tile?.roles ?? [])
  expect(ROLES.filter((role) => can([role], action))).toEqual(ROLES.filter((role) => seen.includes(role)))
})
