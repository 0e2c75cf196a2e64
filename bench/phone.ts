import type { Page } from '@playwright/test'
import { median } from './asking.ts'
import { newVisitor, press, settle, slowDown, visit } from './browsing.ts'
import type { Plan } from './contest.ts'
import { CHOICES, type OpenedScreens } from './opened-screens.ts'
import { atMost, type Result } from './report.ts'

const TAPS = 10
const SAVED = '[aria-label="Messages"] [data-kind="done"]'

/** Measures people's work on a slow phone on a bad network: milliseconds from the tap until its answer is painted. */
export async function benchPhone(opened: OpenedScreens, { screens: plan }: Plan): Promise<Result[]> {
  const { browser, origin, logins, sessionsUrl, registerUrl, studentsUrl, freshRegister } = opened
  const device = 'phone'
  const faculty = await newVisitor(browser, { origin, login: logins.faculty, device })
  const admin = await newVisitor(browser, { origin, login: logins.admin, device })
  const { slowing } = plan
  const took = new Map<string, number[]>()
  const note = (what: string, ms: number) => took.set(what, [...(took.get(what) ?? []), ms])

  /** Opens it at full speed; what is done there is slow. */
  const slowly = (context: typeof faculty, url: string, selector: string, work: (page: Page) => Promise<void>) =>
    visit(context, { url, selector }, async (page) => {
      await settle(page)
      const quicken = await slowDown(page, slowing)
      await work(page)
      await quicken()
    })

  async function takeRegister(page: Page, take: string): Promise<void> {
    note('opened', (await press(page, take, CHOICES)).took)
    const taps: number[] = []
    for (let row = 1; row <= TAPS; row += 1) {
      const choice = `[role=dialog] li:nth-child(${row}) [data-choice="absent"]`
      taps.push((await press(page, choice, `${choice}[aria-pressed="true"]`)).took)
    }
    note('tap', Math.max(...taps))
    const footer = (text: string) => `[role=dialog] button:has-text("${text}")`
    await page.locator(footer('Mark the rest present')).tap()
    note('saved', (await press(page, footer('Save'), SAVED)).took)
  }

  async function openEdit(page: Page): Promise<void> {
    const edit = 'main button[aria-label^="Edit "]'
    note('dialog', (await press(page, edit, '[role=dialog]')).took)
  }

  for (const [context, url] of [
    [faculty, registerUrl(await freshRegister())],
    [admin, studentsUrl],
  ] as const)
    await visit(context, { url, selector: 'main' }, settle)
  for (let round = 0; round < plan.slowedRounds; round += 1) {
    const id = await freshRegister()
    const byAddress = { url: registerUrl(id), selector: CHOICES, slowing }
    note('address', await visit(faculty, byAddress, async (_, { usable }) => usable))
    const take = `[aria-describedby="session-${id}"]`
    await slowly(faculty, sessionsUrl, take, (page) => takeRegister(page, take))
    await slowly(admin, studentsUrl, 'main button[aria-label^="Edit "]', openEdit)
  }
  const held = (most: number, name: string, what: string) => {
    const times = took.get(name) ?? []
    return atMost(most, `slowed, a phone: ${what}, ms`, median(times), times.map((ms) => ms.toFixed(0)).join(', '))
  }
  return [
    held(2500, 'opened', 'a tap opens the register of 60'),
    held(2500, 'address', 'the register of 60 by its address'),
    held(100, 'tap', `the slowest of ${TAPS} taps is answered`),
    held(1500, 'saved', 'the save is acknowledged'),
    held(100, 'dialog', 'an edit dialog opens from a list of 120'),
  ]
}
