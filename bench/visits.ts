import type { Plan } from './contest.ts'
import { benchEveryScreen } from './every-screen.ts'
import { weighKept } from './kept-files.ts'
import type { OpenedScreens } from './opened-screens.ts'
import { atMost, type Result, told } from './report.ts'
import { type Rounds, takeRounds } from './rounds.ts'
import { openVisits, type Screen, screensOf, type Visiting } from './screen-turns.ts'
import type { Traffic } from './traffic.ts'

const FIRST_VISIT_KB = 70

/** Every screen by its address, plain and slowed; the register by a click and cold; the first visit of the login. */
export async function benchVisits(opened: OpenedScreens, { screens: plan }: Plan): Promise<Result[]> {
  const screens = screensOf(opened).slice(0, plan.screens)
  const { byAddress, others, contexts } = await openVisits(opened, screens)
  const visits: Record<string, Visiting> = { ...byAddress, ...others }
  const traffic = new Map<string, Traffic>()
  for (const [name, open] of Object.entries(visits)) {
    // The second time, as a browser that has been here before. With late answers it is plain who waits for one.
    if (name in byAddress && plan.screens === undefined) await open({ settles: true })
    const seen = await open({ settles: true, slowing: { processor: 1, latency: plan.countingLatency } })
    if (seen.traffic) traffic.set(name, seen.traffic)
  }
  const turns = (of: Record<string, Visiting>, how: Parameters<Visiting>[0]) =>
    Object.fromEntries(Object.entries(of).map(([name, open]) => [name, () => open(how)]))
  const plain = await takeRounds(plan.rounds, turns(visits, {}))
  const slowed = await takeRounds(plan.slowedRounds, turns(byAddress, { slowing: plan.slowing }))
  const of = (name: string): Traffic => {
    const found = traffic.get(name)
    if (!found) throw new Error(`${name}: nothing was counted`)
    return found
  }
  return [
    ...screens.flatMap((screen) => resultsOf(screen, of(screen.name), plain, slowed)),
    atMost(
      0,
      'second visits by address: kB of files that are as they were',
      screens.reduce((sum, { name }) => sum + of(name).fileBytes, 0) / 1000,
      `${screens.length} screens`,
    ),
    ...clickResults(of('click'), plain),
    ...coldResults(of('cold'), of('login'), plain),
    await weighKept(contexts.faculty, opened.origin, 'faculty'),
    ...(plan.every ? await benchEveryScreen(opened, contexts, plan) : []),
  ]
}

const kB = (bytes: number) => (bytes / 1000).toFixed(1)

const asked = ({ calls, repeated, requests, bytes }: Traffic) =>
  `${calls} calls${repeated > 0 ? `, ${repeated} of them repeated` : ''}; ${requests} requests, ${kB(bytes)} kB in all`

function resultsOf(screen: Screen, traffic: Traffic, plain: Rounds, slowed: Rounds): Result[] {
  const { name, of, most, mostKb } = screen
  const held = (limit: number | undefined, what: string, figure: number, detail: string) =>
    limit === undefined ? told(what, figure, detail) : atMost(limit, what, figure, detail)
  return [
    atMost(most, `${name}: until usable, of ${of}`, plain.ratio(name, of), plain.detail(name, of)),
    told(`${name}: until its largest part is seen, of ${of}`, plain.ratio(name, of, 'seen'), plain.seen(name, of)),
    told(`${name}: until usable, slowed, of ${of}`, slowed.ratio(name, of), slowed.detail(name, of)),
    atMost(1, `${name}: rounds of calls until usable`, traffic.rounds, asked(traffic)),
    held(mostKb, `${name}: kB of its calls`, traffic.callBytes / 1000, `${traffic.calls} calls`),
  ]
}

const clickResults = (traffic: Traffic, plain: Rounds): Result[] => [
  atMost(0.6, 'register of 60 by a click: until usable, of P', plain.ratio('click', 'P'), plain.detail('click', 'P')),
  atMost(1, 'register of 60 by a click: calls', traffic.calls, asked(traffic)),
]

const coldResults = (register: Traffic, login: Traffic, plain: Rounds): Result[] => [
  atMost(2, 'register of 60, cold: until usable, of P', plain.ratio('cold', 'P'), plain.detail('cold', 'P')),
  told('register of 60, cold: kB until usable', register.usableBytes / 1000, asked(register)),
  atMost(0.8, 'login, first visit: until usable, of E', plain.ratio('login', 'E'), plain.detail('login', 'E')),
  atMost(FIRST_VISIT_KB, 'login, first visit: kB until it works', login.signInBytes / 1000, asked(login)),
]
