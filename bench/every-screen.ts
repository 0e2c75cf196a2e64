import type { BrowserContext, Page } from '@playwright/test'
import { hasAnyRole } from '../shared/permissions.ts'
import { SCREENS } from '../web/screens.ts'
import { settle, visit } from './browsing.ts'
import type { Plan } from './contest.ts'
import type { OpenedScreens } from './opened-screens.ts'
import { atMost, type Result, told } from './report.ts'
import { type Rounds, takeRounds } from './rounds.ts'
import { ROLES, type Role } from './screens-college.ts'
import { type Traffic, trafficOf } from './traffic.ts'

interface KnownScreen {
  name: string
  role: Role
  url: string
}

/** Every screen, as the one of most rights who may open it opens it, with the filter of that person's department. */
function everyScreen({ origin, of, batchId, surveyId, studentId }: OpenedScreens): KnownScreen[] {
  const { departmentId, groupId } = of.hod
  const filter = `department_id=${departmentId}&batch_id=${batchId}&group_id=${groupId}&batch=${batchId}&fetched=yes`
  return SCREENS.map(({ path, roles, tile }) => {
    const isFor = (role: Role) => [roles, tile?.roles].every((one) => !one || hasAnyRole([role], one))
    const role = path.startsWith('/student-') ? 'student' : (ROLES.find(isFor) ?? 'admin')
    const id = path.includes(':studentId') ? studentId : surveyId
    const address = path.includes(':') ? path.replace(/:\w+/, String(id)) : `${path}?${filter}`
    return { name: path, role, url: origin + address }
  })
}

/** When the largest thing that the page shows was drawn. */
const drawn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const seen = (list: PerformanceObserverEntryList) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)
        new PerformanceObserver(seen).observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )

/** All screens by their addresses on a warm cache, until their largest part is drawn, against that of P. */
export async function benchEveryScreen(
  opened: OpenedScreens,
  contexts: Record<Role | 'nobody', BrowserContext>,
  plan: Plan['screens'],
): Promise<Result[]> {
  const traffic = new Map<string, Traffic>()
  const open = (context: BrowserContext, url: string, selector: string, slowing?: typeof plan.slowing) =>
    visit(context, { url, selector, slowing }, async (page, { script }) => {
      await settle(page)
      return { usable: await drawn(page), ...(script !== undefined && { script }) }
    })
  const screens = everyScreen(opened).slice(0, plan.screens)
  const turns = (slowing?: typeof plan.slowing) => ({
    P: () => open(contexts.nobody, `${opened.bare}/rows`, '#usable', slowing),
    ...Object.fromEntries(
      screens.map(({ name, role, url }) => [name, () => open(contexts[role], url, 'main h1', slowing)]),
    ),
  })
  for (const { name, role, url } of screens) {
    if (plan.screens === undefined) await open(contexts[role], url, 'main h1')
    const late = { processor: 1, latency: plan.countingLatency }
    const counted = { url, selector: 'main h1', slowing: late, forgetsCalls: true }
    const seen = await visit(contexts[role], counted, async (page) => {
      await settle(page)
      return trafficOf(page, { usable: await drawn(page) })
    })
    traffic.set(name, seen)
  }
  const plain = await takeRounds(plan.rounds, turns())
  const slowed = await takeRounds(plan.slowedRounds, turns(plan.slowing))
  return screens.flatMap(({ name, role }) => resultsOf(name, role, traffic.get(name), plain, slowed))
}

function resultsOf(name: string, role: Role, traffic: Traffic | undefined, plain: Rounds, slowed: Rounds): Result[] {
  if (!traffic) throw new Error(`${name}: nothing was counted`)
  const { rounds, requests, bytes, calls, repeated } = traffic
  return [
    told(`${name} of ${role}: until its largest part is drawn, of P`, plain.ratio(name, 'P'), plain.detail(name, 'P')),
    told(`${name} of ${role}: the same, slowed, of P`, slowed.ratio(name, 'P'), slowed.detail(name, 'P')),
    atMost(1, `${name} of ${role}: rounds of calls`, rounds, `${requests} requests, ${(bytes / 1000).toFixed(1)} kB`),
    atMost(0, `${name} of ${role}: calls made twice`, repeated, `${calls} calls`),
  ]
}
