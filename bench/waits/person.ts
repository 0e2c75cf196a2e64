import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../../e2e/steps.ts'
import { press, type Shown, watchFor, whenUsable } from '../browsing.ts'

/** A wait of somebody's day, in milliseconds until what came of it was painted. */
export interface Wait {
  what: string
  ms: number
}

/** Somebody at a tab of their own, who waits for each thing that they do and reads in between. */
export interface Person {
  page: Page
  /** Goes to an address of the product, as from a bookmark. */
  open(what: string, address: string, shown: Shown | string): Promise<void>
  /** Presses what this CSS selector finds first. */
  press(what: string, button: string, shown: Shown | string): Promise<void>
  /** Presses a key where the focus is. */
  key(what: string, key: string, shown: Shown | string): Promise<void>
  /** Signs in on the page of the sign-in. */
  signIn(email: string): Promise<void>
}

const TODAY = 'main section[aria-labelledby=today] li'

/** Puts a person at a tab; their waits are added to `waits`. */
export function personAt(page: Page, origin: string, waits: Wait[]): Person {
  const asShown = (shown: Shown | string): Shown => (typeof shown === 'string' ? { selector: shown } : shown)
  async function note(what: string, ms: number): Promise<void> {
    waits.push({ what, ms })
    // Reading takes longer than what the screen still fetches.
    await page.waitForLoadState('networkidle')
  }
  const person: Person = {
    page,
    async open(what, address, shown) {
      await page.goto(origin + address, { waitUntil: 'commit' })
      await watchFor(page, asShown(shown))
      await note(what, await whenUsable(page))
    },
    async press(what, button, shown) {
      await note(what, (await press(page, button, asShown(shown))).took)
    },
    async key(what, key, shown) {
      await page.evaluate(() => {
        const onDown = (event: Event) => {
          window.tappedAt = event.timeStamp
        }
        window.addEventListener('keydown', onDown, { capture: true, once: true })
      })
      await watchFor(page, asShown(shown))
      await page.keyboard.press(key)
      const usable = await whenUsable(page)
      await note(what, usable - (await page.evaluate(() => window.tappedAt ?? Number.NaN)))
    },
    async signIn(email) {
      await person.open('the sign-in', '/login', 'input[autocomplete=username]')
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
      await person.press('Today', 'button:has-text("Login")', TODAY)
    },
  }
  return person
}
