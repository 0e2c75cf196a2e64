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
import { getLogin, type Login, rolesOf, storedLogin, storeRoles } from './login.ts'
import { waitAfter } from './patience.ts'
import { dataOf, everyOf, foundOf, queryOf } from './queries.ts'
import { queryClient } from './query-client.ts'

type Start = Reply<typeof start.read>['data']

/** These change rarely; an answer of a few minutes ago is new enough for a picker. */
const staleTime = 5 * 60_000
const PATIENCE_MS = 5000

/** The start that is on its way, so that its parts are not asked for a second time. */
let asking: Promise<Start> | undefined

/** Makes a query that takes its answer from the start, or asks by itself where `part` or the start is missing. */
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

/** The own staff record, or null for a person without one. */
export const ownStaffQuery = broughtByStart(foundOf(staff.currentUser, {}, { staleTime }), (told) => told.staff)

/** The own student record, or null for a person without one. */
export const ownStudentQuery = (user_id: number) =>
  broughtByStart(foundOf(students.byUser, { params: { user_id } }), (told) => told.student)

const queriesOf = (userId: number) => [
  academicDepartmentsQuery,
  batchChoicesQuery,
  ownStaffQuery,
  ownStudentQuery(userId),
]

/** Fills the queries that the start answers. */
function fill(userId: number, told: Start): void {
  const batches = told.batches && wholeOf(told.batches)
  if (told.departments) queryClient.setQueryData(academicDepartmentsQuery.queryKey, told.departments)
  if (batches) queryClient.setQueryData(batchChoicesQuery.queryKey, batches)
  // Null is an answer only if the person may ask.
  if (can(told.roles, 'staff:read-own')) queryClient.setQueryData(ownStaffQuery.queryKey, told.staff)
  if (can(told.roles, 'students:read')) queryClient.setQueryData(ownStudentQuery(userId).queryKey, told.student)
}

async function ask(userId: number): Promise<Start> {
  const kept = readStart<Start>(userId)
  // The kept start holds until the server has answered.
  if (kept) fill(userId, kept.start)
  const answer = await callUnlessKnown(start.read, kept?.validator)
  if (!answer && kept) return kept.start
  if (!answer) return (await call(start.read)).data
  const { reply, validator } = answer
  // A person who has signed out meanwhile leaves nothing behind.
  if (validator && storedLogin()?.user.id === userId) writeStart({ owner: userId, validator, start: reply.data })
  return reply.data
}

/** Returns true when no call reaches the server: without network, or in a Wi-Fi with a sign-in of its own. */
const isOutOfReach = () =>
  call(health.read, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    () => false,
    () => true,
  )

/** The token of the login whose start was read since the page was loaded. */
let told: string | undefined
let telling: Promise<void> | undefined

/** Returns true when the roles kept on the device hold after this failure. */
async function keptRolesHold(error: unknown): Promise<boolean> {
  const user = getLogin()?.user
  if (user?.must_change_password || user?.must_set_up_second_factor) return true
  return unreached(error) && isOutOfReach()
}

/** Ends the telling without a start: the person keeps the known roles if they hold, or has none. */
function endWithout(login: Login, holds: boolean): void {
  told = login.token
  // The kept start may hold no more.
  if (!holds) for (const { queryKey } of queriesOf(login.user.id)) void queryClient.invalidateQueries({ queryKey })
  storeRoles(holds ? rolesOf(login) : [])
}

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
    // The next screen asks again. A slow server, or a restart of its database, takes nobody's roles away.
    if (waitAfter(error) !== undefined || isTooSlow(error)) return
    const holds = await keptRolesHold(error)
    if (getLogin()?.user.id !== id) return
    // The server may have been started in between.
    if (!holds && unreached(error) && !isAgain) return tell(true)
    endWithout(login, holds)
  }
}

/**
 * Reads the roles and the data that every screen starts with: at the sign-in, and once for each loaded page, behind a
 * screen that opens with the kept ones. If it fails, the roles become empty. If the server is out of reach, too slow or
 * busy, the kept ones hold.
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
