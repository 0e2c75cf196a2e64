import type { BrowserContext, Page } from '@playwright/test'
import { newVisitor, press, settle, visit } from './browsing.ts'
import type { Plan } from './contest.ts'
import { CHOICES, type OpenedScreens } from './opened-screens.ts'
import { atMost, type Result, told } from './report.ts'
import { takeRounds } from './rounds.ts'
import { type Traffic, trafficOf } from './traffic.ts'

const LINE = 'section[aria-labelledby=today] a[href*="modal=take"]'
const TILE = 'main a[href="/attendance"]'

/** The taps from the tile: the filters opened, batch and group each with two, the fetching, and the register. */
const TAPS_BY_SCREENS = 8

interface ReachedScreen {
  usable: number
  traffic: Traffic
}

async function reached(page: Page, from: number, usable: number): Promise<ReachedScreen> {
  await page.waitForLoadState('networkidle')
  return { usable: usable - from, traffic: await trafficOf(page, { from, usable }) }
}

/** The own register of today by its line of the dashboard: one tap. */
const byLine = (context: BrowserContext, url: string) =>
  visit(context, { url, selector: LINE }, async (page) => {
    await settle(page)
    const { from, usable } = await press(page, LINE, CHOICES)
    return reached(page, from, usable)
  })

/** Goes to the first mark by its screen, as fast as a machine can choose. */
const byScreens = (context: BrowserContext, url: string, take: string, of: { batchId: number; groupId: number }) =>
  visit(context, { url, selector: TILE }, async (page) => {
    await settle(page)
    // Without the choice that the device remembers of the round before.
    await page.evaluate(() => localStorage.removeItem('places'))
    const { from } = await press(page, TILE, 'main h1')
    const filters = page.getByRole('button', { name: 'Filters' })
    if ((await filters.getAttribute('aria-expanded')) !== 'true') await filters.click()
    await page.getByLabel('Batch', { exact: false }).selectOption(String(of.batchId))
    await page.getByLabel('Group', { exact: false }).selectOption(String(of.groupId))
    await page.getByRole('button', { name: 'Fetch Attendance Sessions' }).click()
    const { usable } = await press(page, take, CHOICES)
    return reached(page, from, usable)
  })

/**
 * Measures the way from the dashboard to the first mark: by the line of the day, and as it was before there was one.
 */
export async function benchFirstMark(opened: OpenedScreens, { screens: plan }: Plan): Promise<Result[]> {
  const { browser, origin, logins, batchId, of, registerId } = opened
  const context = await newVisitor(browser, { origin, login: logins.faculty })
  const url = `${origin}/dashboard`
  const take = `[aria-describedby="session-${registerId}"]`
  const ways = {
    line: () => byLine(context, url),
    screens: () => byScreens(context, url, take, { batchId, groupId: of.faculty.groupId }),
  }
  try {
    const [line, screens] = [await ways.line(), await ways.screens()]
    const rounds = await takeRounds(plan.rounds, ways)
    const says = (taps: number, { traffic }: ReachedScreen) =>
      `${taps} ${taps === 1 ? 'tap' : 'taps'}, ${traffic.calls} calls`
    return [
      told('first mark by the line of the day: calls', line.traffic.calls, says(1, line)),
      told('first mark by the screens: calls', screens.traffic.calls, says(TAPS_BY_SCREENS, screens)),
      atMost(
        1,
        'first mark by the line of the day: ms, of those by the screens',
        rounds.ratio('line', 'screens'),
        rounds.detail('line', 'screens'),
      ),
    ]
  } finally {
    await context.close()
  }
}
