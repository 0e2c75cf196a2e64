import { describe, expect, test } from 'vitest'
import { can } from '../../../shared/permissions.ts'
import type { Answer, Client } from '../../testing/app.ts'
import { unfurnished } from '../../testing/college.ts'
import { dumpOf } from '../../testing/dump.ts'
import { allPlaces, nameOf, sendWith, withId } from '../../testing/foreign.ts'
import type { IdPlace } from '../../testing/id-places.ts'
import { oneOfEach } from '../../testing/one-of-each.ts'
import { IDENTITIES, type Identity } from '../../testing/permissions.ts'
import { idIn, walked } from '../../testing/walked.ts'
import type { OneOfEach, WalkedKind } from '../../testing/walks.ts'

const at = await unfurnished()
const MISSING = 987_654_321
const own = await oneOfEach(at, (what) => `Own ${what}`)
const { department, batch, group } = own.ids
const elsewhere = await oneOfEach(at, (what) => `Zq ${what}`)
/** Records of the same department, batch and group, and of another student and another teacher. */
const beside = await oneOfEach(at, (what) => `Zq ${what} beside`, { department, batch, group, survey: 'draft' })

const callers = {} as Record<Identity, Client>
for (const [identity, role] of Object.entries(IDENTITIES))
  callers[identity as Identity] =
    role === 'student' ? await at.of(own.userOfStudent) : await at.as(role, role === 'no-role' ? undefined : department)

const KINDS = walked('kinds')
const TELLS = walked('tells')
const REFUSED_BEFORE = Object.keys(walked('refusedBefore'))
const namesOf = (holds: (kind: WalkedKind) => boolean | undefined) =>
  Object.keys(KINDS).filter((name) => holds(KINDS[name] ?? {}))
const isCollegeWide = (identity: Identity) => identity === 'A' || identity === 'P'

/** Returns the kinds whose foreign records a person is not shown. */
const hidden = (identity: Identity, of: OneOfEach): string[] => {
  const reader = identity === 'S' ? 'student' : 'staff'
  if (isCollegeWide(identity)) return namesOf(({ isOwn }) => isOwn)
  if (of === elsewhere) return namesOf(({ shownTo = [] }) => identity === 'none' || !shownTo.includes(reader))
  return namesOf(({ hiddenBeside }) => hiddenBeside === 'from all' || (hiddenBeside && reader === 'student'))
}
/** Returns the texts of a foreign record that a person may read. */
const readable = (identity: Identity, of: OneOfEach): string[] => {
  const texts = (reader: 'staff' | 'student' | 'group') =>
    Object.values(KINDS).flatMap((kind) => kind.texts?.[reader] ?? [])
  if (identity === 'none') return []
  if (identity !== 'S') return texts('staff')
  // The records beside a student are of the own group.
  return [...texts('student'), ...(of === beside ? texts('group') : [])]
}

const textOf = (place: IdPlace) => place.path.join('.')
const without = ({ status, body }: Answer, id: number) =>
  JSON.stringify([status, body]).replaceAll(new RegExp(`\\b${id}\\b`, 'g'), 'id')

/** Returns the rows of the foreign records, and all rows that name them. */
async function foreignRows(): Promise<string[]> {
  const named = new Map<string, Set<number>>()
  for (const [name, kind] of Object.entries(walked('ids')))
    named.set(name, new Set([elsewhere, beside].map(({ ids }) => idIn(ids, kind)).filter((id) => id !== own.ids[kind])))
  const dump = await dumpOf(at.db)
  return [...dump].flatMap(([table, rows]) =>
    rows
      .filter(
        ({ columns }) =>
          JSON.stringify(columns).includes('Zq ') ||
          Object.entries(columns).some(([column, value]) => named.get(column)?.has(value as number)),
      )
      .map(({ columns }) => `${table} ${JSON.stringify(columns)}`),
  )
}

const mays = (identity: Identity, { action }: (typeof allPlaces)[number]['endpoint']) => {
  const role = IDENTITIES[identity]
  return can(role === 'no-role' ? [] : [role], action)
}
const attempted = new Set<string>()
const reached = new Set<string>()

describe.each(Object.keys(IDENTITIES) as Identity[])('to %s', (identity) => {
  const caller = callers[identity]
  const asked = allPlaces.filter(({ endpoint }) => mays(identity, endpoint))

  test.each([
    ['elsewhere', elsewhere],
    ['beside', beside],
  ])('a hidden record %s is the same as none, in every place of every call', async (_, of) => {
    const before = await foreignRows()
    const wrong: string[] = []
    for (const { endpoint, place } of asked) {
      const name = `${nameOf(endpoint)} ${textOf(place)}`
      // A student's own id takes the place of whatever is sent.
      if (endpoint.ownStudent === textOf(place) && identity === 'S') continue
      if (!hidden(identity, of).includes(place.kind) || name in TELLS) continue
      const foreign = idIn(of.ids, place.kind)
      const send = (id: number) =>
        sendWith(caller, endpoint, own, { ...withId(own, place.kind, id), fileName: of.fileName }, place)
      const theirs = await send(foreign)
      const nobodys = await send(MISSING)
      if (without(theirs, foreign) !== without(nobodys, MISSING))
        wrong.push(`${name}: ${without(theirs, 0).slice(0, 200)} and not ${without(nobodys, 0).slice(0, 200)}`)
      const fields = Object.keys(nobodys.body?.errors ?? {}).map((field) => field.replace(/^group_id$/, 'group_ids'))
      const isTold = fields.some(
        (field) => field.startsWith(place.path[0] ?? '') || place.path[0]?.startsWith('group_id'),
      )
      attempted.add(name)
      if (endpoint.method === 'GET' || [403, 404].includes(nobodys.status) || isTold) reached.add(name)
    }
    expect(wrong).toEqual([])
    expect(await foreignRows()).toEqual(before)
  })

  test.runIf(!isCollegeWide(identity))(
    'what is shown of another department tells nothing of what is hidden there',
    async () => {
      const wrong: string[] = []
      for (const { endpoint, place } of asked.filter((one) => one.endpoint.method === 'GET'))
        for (const there of [elsewhere, beside]) {
          if (there === beside && identity !== 'S') continue
          const answer = await sendWith(caller, endpoint, own, there, place)
          const told = [...`${answer.raw}${JSON.stringify(answer.headers)}`.matchAll(/Zq (\w+)/g)].map(
            ([, what]) => what ?? '',
          )
          const more = told.filter((what) => !readable(identity, there).includes(what))
          if (more.length > 0) wrong.push(`${nameOf(endpoint)} ${textOf(place)} tells of ${[...new Set(more)]}`)
        }
      expect(wrong).toEqual([])
    },
  )
})

test('the ids were looked at, and not refused for something else before', () => {
  expect(attempted.size).toBeGreaterThan(150)
  expect([...attempted].filter((name) => !reached.has(name)).sort()).toEqual(REFUSED_BEFORE.sort())
})
