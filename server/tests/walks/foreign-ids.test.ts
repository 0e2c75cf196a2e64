import { describe, expect, test } from 'vitest'
import { can } from '../../../shared/permissions.ts'
import type { Answer, Client } from '../../testing/app.ts'
import { unfurnished } from '../../testing/college.ts'
import { dumpOf } from '../../testing/dump.ts'
import { allPlaces, nameOf, sendWith, withId } from '../../testing/foreign.ts'
import type { IdPlace, Kind } from '../../testing/id-places.ts'
import { type OneOfEach, oneOfEach } from '../../testing/one-of-each.ts'
import { IDENTITIES, type Identity } from '../../testing/permissions.ts'

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

/** Kinds that are rightly read of another department: docs/domain.md, "Who may do what". */
const SHOWN = {
  // Departments, batches, designations, roles, students and the library are the whole college's.
  staff: ['department', 'batch', 'designation', 'role', 'student', 'library'],
  // Students are told by name who teaches, and whom a case may be given to.
  S: ['department', 'designation', 'staff'],
  none: [],
} satisfies Record<string, Kind[]>
/** Kinds that nobody of the own department is shown of somebody else's, and those that another student is not. */
const PRIVATE: Kind[] = ['login', 'case', 'withdrawn-case', 'case-entry']
const OF_A_STUDENT: Kind[] = ['student', 'user', 'submission', 'former-file', 'entry', 'leave', 'result', 'response']
const UNPUBLISHED: Kind[] = ['survey', 'question', 'pool-question']

const kinds = Object.keys(own.ids) as Kind[]
const shownTo = (identity: Identity): readonly Kind[] =>
  SHOWN[identity === 'S' || identity === 'none' ? identity : 'staff']
const hidden = (identity: Identity, of: OneOfEach): Kind[] => {
  if (identity === 'A' || identity === 'P') return ['login']
  if (of === elsewhere) return kinds.filter((kind) => !shownTo(identity).includes(kind))
  return identity === 'S' ? [...PRIVATE, ...OF_A_STUDENT, ...UNPUBLISHED] : PRIVATE
}
/** Calls that rightly tell that a record is there, though it is hidden elsewhere. */
const TOLD: Record<string, string> = {
  'POST /reportings assigned_to':
    'a case may be given to any teacher of the college, as /reportings/assignees lists them',
}
/** Calls that are refused before the id is looked at. */
const REFUSED_BEFORE = [
  // An assessment with results stays in its group.
  'PUT /assessments/:id group_id',
  // Other questions than the survey's own are as those that were changed meanwhile.
  'POST /feedback-questions/reorder/:survey_id question_ids.[]',
]
/** Texts of a foreign record that a caller may read: those of shown records, and the names of teachers and authors. */
const readable = (identity: Identity, of: OneOfEach): string[] => {
  if (identity !== 'S') return [...shownTo(identity), 'entry', 'content', 'teacher']
  // The records beside a student are of the own group.
  const ofTheGroup =
    of === beside ? ['task', 'session', 'assessment', 'entry', 'content', 'announcement', 'announced'] : []
  return ['department', 'designation', 'teacher', ...ofTheGroup]
}

const textOf = (place: IdPlace) => place.path.join('.')
const without = ({ status, body }: Answer, id: number) =>
  JSON.stringify([status, body]).replaceAll(new RegExp(`\\b${id}\\b`, 'g'), 'id')

/** Returns the rows of the foreign records, and all rows that name them. */
async function foreignRows(): Promise<string[]> {
  const named = new Map<string, Set<number>>()
  for (const kind of ['group', 'student', 'task', 'user', 'survey', 'session', 'assessment', 'submission'] as const)
    named.set(`${kind}_id`, new Set([elsewhere.ids[kind], ...(kind === 'group' ? [] : [beside.ids[kind]])]))
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
  const isCollegeWide = identity === 'A' || identity === 'P'
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
      if (!hidden(identity, of).includes(place.kind) || TOLD[name]) continue
      const send = (id: number) =>
        sendWith(caller, endpoint, own, { ...withId(own, place.kind, id), fileName: of.fileName }, place)
      const theirs = await send(of.ids[place.kind])
      const nobodys = await send(MISSING)
      if (without(theirs, of.ids[place.kind]) !== without(nobodys, MISSING))
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

  test.runIf(!isCollegeWide)('what is shown of another department tells nothing of what is hidden there', async () => {
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
  })
})

test('the ids were looked at, and not refused for something else before', () => {
  expect(attempted.size).toBeGreaterThan(150)
  expect([...attempted].filter((name) => !reached.has(name)).sort()).toEqual(REFUSED_BEFORE.sort())
})
