import * as z from 'zod/mini'
import { batches } from '../../shared/contract/batches.ts'
import { departments } from '../../shared/contract/departments.ts'
import { health } from '../../shared/contract/health.ts'
import { staff } from '../../shared/contract/staff.ts'
import { start } from '../../shared/contract/start.ts'
import { students } from '../../shared/contract/students.ts'
import type { Reply } from '../../shared/endpoint.ts'
import { PER_PAGE_MAX } from '../../shared/limits.ts'
import { can } from '../../shared/permissions.ts'
import { isTooSlow, unreached } from './api-error.ts'
import { call, callUnlessKnown } from './call.ts'
import { readStart, writeStart } from './kept-start.ts'
import { getLogin, rolesOf, storedLogin, storeRoles } from './login.ts'
import { waitAfter } from './patience.ts'
import { dataOf, everyOf, foundOf, queryOf } from './queries.ts'
import { queryClient } from './query-client.ts'

type Start = Reply<typeof start.read>['data']

/** These change rarely; a few minutes old is new enough for a picker. */
const staleTime = 5 * 60_000
const PATIENCE_MS = 5000

/** The call that is under way, so that what its answer brings is not asked for beside it. */
let asking: Promise<Start> | undefined

/** A query of what comes with the start; asked for by itself where `part` gives nothing, or nothing comes. */
function broughtByStart<Query extends { queryFn?: unknown }>(query: Query, part: (start: Start) => unknown): Query {
  const ask = query.queryFn as (context: unknown) => Promise<unknown>
  const queryFn = async (context: unknown) => {
    const told = await asking?.catch(() => undefined)
    const known = told && part(told)
    return known === undefined ? ask(context) : known
  }
  return { ...query, queryFn }
}

export const academicDepartmentsQuery = broughtByStart(
  queryOf(departments.list, { query: { type: 'academic', per_page: PER_PAGE_MAX } }, { select: dataOf, staleTime }),
  (told) => told.departments ?? undefined,
)

const wholeOf = <T>({ data, meta }: { data: T[]; meta: { total: number } }) =>
  data.length === meta.total ? data : undefined

export const batchChoicesQuery = broughtByStart(everyOf(batches.list, {}, { staleTime }), (told) =>
  told.batches ? wholeOf(told.batches) : undefined,
)

/** The own staff record, or null for those who have none. */
export const ownStaffQuery = broughtByStart(foundOf(staff.currentUser, {}, { staleTime }), (told) => told.staff)

/** The own student record, or null for those who have none. */
export const ownStudentQuery = (user_id: number) =>
  broughtByStart(foundOf(students.byUser, { params: { user_id } }), (told) => told.student)

const queriesOf = (userId: number) => [
  academicDepartmentsQuery,
  batchChoicesQuery,
  ownStaffQuery,
  ownStudentQuery(userId),
]

/** Puts what was told into the answers that screens ask for. */
function fill(userId: number, told: Start): void {
  const batches = told.batches && wholeOf(told.batches)
  if (told.departments) queryClient.setQueryData(academicDepartmentsQuery.queryKey, told.departments)
  if (batches) queryClient.setQueryData(batchChoicesQuery.queryKey, batches)
  // Null is an answer where the person may ask, and has no record.
  if (can(told.roles, 'staff:read-own')) queryClient.setQueryData(ownStaffQuery.queryKey, told.staff)
  if (can(told.roles, 'students:read')) queryClient.setQueryData(ownStudentQuery(userId).queryKey, told.student)
}

/** What this device was told last; nothing where it is not what the app, which may be newer, takes. */
function keptFor(userId: number) {
  const kept = readStart<Start>(userId)
  return kept && z.safeParse(start.read.reply, { data: kept.start }).success ? kept : undefined
}

async function ask(userId: number): Promise<Start> {
  const kept = keptFor(userId)
  // It stands until the server has said whether it still holds.
  if (kept) fill(userId, kept.start)
  const answer = await callUnlessKnown(start.read, kept?.validator)
  if (!answer && kept) return kept.start
  if (!answer) return (await call(start.read)).data
  const { reply, validator } = answer
  // Who has left meanwhile leaves nothing behind.
  if (validator && storedLogin()?.user.id === userId) writeStart({ owner: userId, validator, start: reply.data })
  return reply.data
}

/** Whether nothing at all reaches the server: without network, in a Wi-Fi that leads nowhere or to its own sign-in. */
const isOutOfReach = () =>
  call(health.read, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    () => false,
    () => true,
  )

/** The login that was told since the page was loaded. */
let told: string | undefined
let telling: Promise<void> | undefined

async function tell(isAgain = false): Promise<void> {
  const login = getLogin()
  if (!login) return
  const { id } = login.user
  try {
    asking = ask(id)
    const answer = await asking
    if (getLogin()?.user.id !== id) return
    told = login.token
    fill(id, answer)
    storeRoles(answer.roles)
  } catch (error) {
    // The next screen asks again; a server that is slow, or whose database is started again, takes nobody's roles away.
    if (waitAfter(error) !== undefined || isTooSlow(error)) return
    const user = getLogin()?.user
    const isHeld = user?.must_change_password || user?.must_set_up_second_factor
    const holds = isHeld || (unreached(error) && (await isOutOfReach()))
    if (getLogin()?.user.id !== id) return
    // It may have been started in between.
    if (!holds && unreached(error) && !isAgain) return tell(true)
    told = login.token
    // What this device was told before may hold no more.
    if (!holds) for (const { queryKey } of queriesOf(id)) void queryClient.invalidateQueries({ queryKey })
    storeRoles(holds ? rolesOf(login) : [])
  }
}

/**
 * Asks for the roles and for what every screen is opened with, at the sign-in and once for each page that is loaded: behind
 * a screen that opens as the person was told before. If that fails the roles become empty; where the server is out of
 * reach, too slow, or sends away because it is busy, nothing can be asked, and what the person was told holds.
 */
export function ensureStart(): Promise<void> {
  const login = getLogin()
  if (!login || (login.roles && told === login.token)) return Promise.resolve()
  telling ??= tell().finally(() => {
    telling = undefined
    asking = undefined
  })
  return telling
}
