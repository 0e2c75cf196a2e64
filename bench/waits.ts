import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, request as requests } from '@playwright/test'
import { median } from './asking.ts'
import { newVisitor, openBrowser, type Slowing, slowDown, visit } from './browsing.ts'
import type { College } from './college.ts'
import type { Plan } from './contest.ts'
import { buildBarePages } from './opened-screens.ts'
import { startBarePages, startProduct } from './processes.ts'
import { type Result, told } from './report.ts'
import { PEOPLE } from './waits/people.ts'
import { personAt, type Wait } from './waits/person.ts'
import { makeWork } from './waits/work.ts'

type Who = keyof typeof PEOPLE
const device = 'phone'

/** A day that was lived through, and what the bare page took then. */
interface Day {
  waits: Wait[]
  bare: number
}

/**
 * Measures all that four people of the demo college wait for in a day on a phone: on a device that has nothing yet and
 * on one that has been there, plain and slowed, each beside the bare page of 60 rows.
 */
export async function benchWaits(college: College, { screens: plan }: Plan): Promise<Result[]> {
  const DATA_DIR = mkdtempSync(join(college.directory, 'waits-'))
  const product = await startProduct({ DATA_DIR, COLLEGE_TIMEZONE: 'Asia/Karachi' }, ['--demo'])
  const origin = `http://127.0.0.1:${product.port}`
  const bare = await startBarePages({ directory: buildBarePages(college.directory), headers: {} })
  const browser = await openBrowser()
  const request = await requests.newContext({ baseURL: origin })
  const at = { browser, origin, barePage: `http://127.0.0.1:${bare.port}/rows` }
  const results: Result[] = []
  try {
    for (const who of Object.keys(PEOPLE) as Who[]) {
      const live = async (rounds: number, slowing?: Slowing) => {
        const days: { cold: Day; warm: Day }[] = []
        for (let round = 0; round < rounds; round += 1)
          days.push(await liveTwice(at, who, [await makeWork(request), await makeWork(request)], slowing))
        return days
      }
      const plain = await live(plan.rounds)
      const slowed = await live(plan.slowedRounds, plan.slowing)
      for (const [how, days] of Object.entries({ plain, slowed }))
        for (const device of ['cold', 'warm'] as const) {
          const lived = days.map((day) => day[device])
          results.push(resultOf(`a day of a ${who}, ${how}, ${device}: waits in all, of P`, lived))
        }
    }
    return results
  } finally {
    await request.dispose()
    await browser.close()
    await bare.stop()
    await product.stop()
  }
}

const inAll = ({ waits }: Day) => waits.reduce((sum, { ms }) => sum + ms, 0)

/** The detail is of the round in the middle. */
function resultOf(what: string, days: Day[]): Result {
  const sorted = [...days].sort((one, other) => inAll(one) - inAll(other))
  const middle = sorted[Math.floor(sorted.length / 2)] as Day
  const parts = middle.waits.map((wait) => `${wait.what} ${wait.ms.toFixed(0)}`).join(', ')
  const ratio = median(days.map((day) => inAll(day) / day.bare))
  return told(what, ratio, `${inAll(middle).toFixed(0)} to ${middle.bare.toFixed(0)} ms: ${parts}`)
}

interface At {
  browser: Browser
  origin: string
  barePage: string
}

/** Lives through two days on one device, which is new on the first; signed out in between. */
async function liveTwice(at: At, who: Who, works: [Work, Work], slowing?: Slowing) {
  const context = await newVisitor(at.browser, { origin: at.origin, device })
  const bare = await newVisitor(at.browser, { origin: at.barePage, device })
  const bareVisit = (isFirst: boolean) =>
    visit(bare, { url: at.barePage, selector: '#usable', slowing, isFirst }, async (_, { usable }) => usable)
  try {
    const cold = { bare: await bareVisit(true), waits: await liveOnce(context, at.origin, who, works[0], slowing) }
    await context.clearCookies()
    const warm = { bare: await bareVisit(false), waits: await liveOnce(context, at.origin, who, works[1], slowing) }
    return { cold, warm }
  } finally {
    await context.close()
    await bare.close()
  }
}

type Work = Awaited<ReturnType<typeof makeWork>>

async function liveOnce(context: BrowserContext, origin: string, who: Who, work: Work, slowing?: Slowing) {
  const page = await context.newPage()
  const waits: Wait[] = []
  try {
    if (slowing) await slowDown(page, slowing)
    await PEOPLE[who](personAt(page, origin, waits), work)
    await page.evaluate(() => localStorage.clear())
    return waits
  } finally {
    await page.close()
  }
}
