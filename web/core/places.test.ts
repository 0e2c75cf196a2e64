import { beforeEach, expect, test } from 'vitest'
import { SCREENS } from '../screens.ts'
import { loginAnswer, signedIn } from '../testing/page.tsx'
import { startLogin } from './login.ts'
import { rememberPlace, withPlace } from './places.ts'

const NONE = new URLSearchParams()
const [D, B, G] = ['department_id=1', 'batch_id=2', 'group_id=3']

/** Goes on a screen from one address to another, as its person chooses. */
function choose(path: string, after: string, before = ''): void {
  const screen = SCREENS.find((one) => one.path === path)
  if (!screen) throw new Error(`There is no ${path}`)
  rememberPlace(SCREENS, screen, { before: new URLSearchParams(before), after: new URLSearchParams(after) })
}

const at = (path: string, search = NONE) => withPlace(path, search)

beforeEach(() => {
  localStorage.clear()
  signedIn()
})

test('a place chosen on one screen is that of all screens that ask for it, fetched where that needs no more', () => {
  choose('/attendance', `${D}&${B}&${G}`)
  expect(at('/attendance')).toBe(`/attendance?${D}&${B}&${G}&fetched=yes`)
  expect(at('/assessment')).toBe(`/assessment?${D}&${B}&${G}&fetched=yes`)
  expect(at('/tasks')).toBe(`/tasks?${D}&${G}`)
  expect(at('/reports')).toBe(`/reports?${D}&${B}&fetched=yes`)
  expect(at('/students')).toBe('/students?batch=2')
  expect(at('/groups')).toBe('/groups?batch=2')
  expect([at('/library'), at('/dashboard'), at('/staff')]).toEqual([undefined, undefined, undefined])
})

test('staff are listed as they were last, and as cards again once those are chosen', () => {
  choose('/staff', 'q=khan&tab=table', 'q=khan')
  expect(at('/staff')).toBe('/staff?tab=table')
  choose('/staff', '', 'tab=table')
  expect(at('/staff')).toBeUndefined()
})

test('a group stays when the fetched list names its department too', () => {
  choose('/attendance', `${B}&${G}`)
  choose('/attendance', `${D}&${B}&${G}&fetched=yes`, `${B}&${G}`)
  expect(at('/assessment')).toBe(`/assessment?${D}&${B}&${G}&fetched=yes`)
})

test('without a group nothing is fetched where one is needed', () => {
  choose('/attendance', `${D}&${B}`)
  expect(at('/attendance')).toBe(`/attendance?${D}&${B}`)
  expect(at('/tasks')).toBe(`/tasks?${D}`)
})

test('a group goes with its department and its batch', () => {
  choose('/attendance', `${D}&${B}&${G}`)
  choose('/students', 'batch=5')
  expect(at('/attendance')).toBe(`/attendance?${D}&batch_id=5`)
  choose('/tasks', 'department_id=1&group_id=9')
  expect(at('/tasks')).toBe('/tasks?department_id=1&group_id=9')
  // The group may be of another batch than the one that was chosen before.
  expect(at('/attendance')).toBe('/attendance?department_id=1')
})

test('an address says more than what is remembered; one that only adds a record is filled', () => {
  choose('/tasks', `${D}&${G}`)
  expect(at('/tasks', new URLSearchParams('modal=add'))).toBe(`/tasks?${D}&${G}&modal=add`)
  for (const more of ['only=mine', 'modal=view&id=4', 'modal=view', 'group_id=8', 'modal=add&group_id=8'])
    expect(at('/tasks', new URLSearchParams(more))).toBeUndefined()
})

test('a cleared choice is forgotten; an address that never had one forgets nothing', () => {
  choose('/students', 'batch=2')
  choose('/students', 'modal=view&id=4')
  expect(at('/students')).toBe('/students?batch=2')
  choose('/students', '', 'batch=2')
  expect(at('/students')).toBeUndefined()
})

test('an address that is opened, and a dialog over it, are no choice', () => {
  choose('/students', 'batch=2', 'batch=2')
  choose('/students', 'batch=2&modal=view&id=4', 'batch=2')
  expect(at('/students')).toBeUndefined()
  choose('/students', 'batch=3', 'batch=2')
  expect(at('/students')).toBe('/students?batch=3')
})

test('an order is that of its screen, until its own one is chosen again', () => {
  choose('/eligibility', `${B}&sort=roll`, B)
  expect(at('/eligibility')).toBe(`/eligibility?sort=roll&${B}`)
  choose('/eligibility', B, `${B}&sort=roll`)
  expect(at('/eligibility')).toBe(`/eligibility?${B}`)
})

test('a tab is that of its screen', () => {
  choose('/assessment', `${D}&${B}&${G}&tab=assessments`)
  expect(at('/assessment')).toBe(`/assessment?tab=assessments&${D}&${B}&${G}&fetched=yes`)
  expect(at('/reports')).not.toContain('tab')
  choose('/assessment', `${D}&${B}&${G}`, 'tab=assessments')
  expect(at('/assessment')).not.toContain('tab')
})

test('each person of a device has the own choices, which outlast the login; ten people are kept', () => {
  choose('/students', 'batch=2')
  startLogin(loginAnswer('second', { id: 8 }))
  expect(at('/students')).toBeUndefined()
  choose('/students', 'batch=6')
  signedIn()
  expect(at('/students')).toBe('/students?batch=2')
  for (let id = 20; id < 30; id += 1) {
    startLogin(loginAnswer('one', { id }))
    choose('/students', `batch=${id}`)
  }
  expect(JSON.parse(localStorage.getItem('places') ?? '')).toHaveLength(10)
  signedIn()
  expect(at('/students')).toBeUndefined()
})

test('a storage that somebody has written into does no harm', () => {
  for (const broken of ['{', 'null', '{"7":1}', '[]', '[null]', '[{"owner":7}]']) {
    localStorage.setItem('places', broken)
    expect(at('/students')).toBeUndefined()
    choose('/students', 'batch=2')
    expect(at('/students')).toBe('/students?batch=2')
  }
  for (const at of ['//evil.test', 5]) {
    const kept = { owner: 7, place: {}, tabs: {}, at: { '/students': at } }
    localStorage.setItem('places', JSON.stringify([kept]))
    expect(withPlace('/students', NONE)).toBeUndefined()
  }
  choose('/students', 'batch=2')
  choose('/students', 'batch=javascript:1')
  expect(at('/students')).toBe('/students?batch=2')
})
