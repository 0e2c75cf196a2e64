import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { BROWSER_FLAGS, findBrowser } from '../e2e/browser.ts'
import type { User } from '../shared/contract/auth.ts'

declare global {
  interface Window {
    /** When what was waited for was there and painted. */
    usable?: Promise<number>
    tappedAt?: number
  }
}

export const openBrowser = (): Promise<Browser> => {
  const { executablePath, env } = findBrowser()
  const environment = { ...process.env, ...env } as Record<string, string>
  return chromium.launch({ executablePath, env: environment, args: BROWSER_FLAGS })
}

const DEVICES = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
}

interface Visitor {
  /** The address of the app: a login is kept for it. */
  origin: string
  login?: { token: string; user: User } | undefined
  device?: keyof typeof DEVICES
}

/** A browser of somebody's own that has nothing yet, but is signed in. */
export function newVisitor(browser: Browser, { origin, login, device = 'desktop' }: Visitor): Promise<BrowserContext> {
  const kept = login
    ? { token: login.token, token_type: 'Bearer', user: JSON.stringify(login.user), isAuthenticated: 'true' }
    : {}
  const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }))
  return browser.newContext({ ...DEVICES[device], storageState: { cookies: [], origins: [{ origin, localStorage }] } })
}

/** Something that a page is to show: an element, with a text in it, so many times; or none of it any more. */
export interface Shown {
  selector: string
  text?: string
  times?: number
  isGone?: boolean
}

/** Runs in the page: from now on it looks for it every few milliseconds, until it has been painted. */
function watch({ selector, text = '', times = 1, isGone = false }: Shown): void {
  const giveUp = performance.now() + 60_000
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  window.usable = promise
  const isSeen = (found: Element) => found.checkVisibility() && found.textContent.includes(text)
  const look = () => {
    const seen = [...document.querySelectorAll(selector)].filter(isSeen).length
    if (isGone ? seen === 0 : seen >= times) requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
    else if (performance.now() < giveUp) setTimeout(look, 4)
    else
      reject(
        new Error(`${location.href} waits in vain for ${selector} ${text}: ${document.body.innerText.slice(0, 300)}`),
      )
  }
  look()
}

/** Begins to look in the page; `whenUsable` tells when it was there. */
export const watchFor = (page: Page, shown: Shown) => page.evaluate(watch, shown)

/** Milliseconds on the page's clock at which what is looked for had been painted. */
export const whenUsable = (page: Page) =>
  page.evaluate(() => window.usable ?? Promise.reject(new Error('Nothing is watched')))

export interface Slowing {
  processor: number
  /** Milliseconds. */
  latency: number
  /** Kilobits a second; without it as many as the machine can. */
  kbits?: number
}

/** The worker fetches the page of a visit: it is slowed by itself. */
async function slowWorkers(page: Page, conditions: object): Promise<() => Promise<void>> {
  const session = await page.context().browser()?.newBrowserCDPSession()
  if (!session) return async () => undefined
  const { targetInfos } = await session.send('Target.getTargets')
  for (const { targetId } of targetInfos.filter(({ type }) => type === 'service_worker')) {
    const { sessionId } = await session.send('Target.attachToTarget', { targetId })
    const messages = [
      { id: 1, method: 'Network.enable' },
      { id: 2, method: 'Network.emulateNetworkConditions', params: conditions },
    ]
    for (const message of messages)
      await session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify(message) })
  }
  return () => session.detach()
}

/** Slows the processor and the network of a page and of the workers behind it, until what is returned is called. */
export async function slowDown(page: Page, { processor, latency, kbits }: Slowing): Promise<() => Promise<void>> {
  const throughput = kbits === undefined ? -1 : (kbits * 1000) / 8
  const conditions = { offline: false, latency, downloadThroughput: throughput, uploadThroughput: throughput }
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: processor })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', conditions)
  return slowWorkers(page, conditions)
}

/**
 * Waits until nothing is asked for any more, until the device knows what the address asked for, and until the app's files
 * are on it if it keeps any.
 */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => {
    const { calls = {} } = JSON.parse(localStorage.getItem('opening-calls') ?? '{}')
    return !localStorage.getItem('token') || Object.keys(calls).some((address) => address.startsWith(location.pathname))
  })
  await page.evaluate(async () => {
    if (!(await navigator.serviceWorker.getRegistration())) return
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((controlled) => {
      navigator.serviceWorker.addEventListener('controllerchange', controlled, { once: true })
    })
  })
}

/** A worker that has slept for long starts first, at a speed of its own: here all are awake. */
async function wakeWorker(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(new URL('/favicon.svg', url).href)
  await page.close()
}

export interface Visit {
  url: string
  /** The element that has to be there, and painted. */
  selector: string
  slowing?: Slowing | undefined
  /** True for a browser that has nothing yet. */
  isFirst?: boolean
  /** True to forget what the device knows of the calls of this address: calls that wait for others are seen then. */
  forgetsCalls?: boolean | undefined
}

export interface VisitTimes {
  /** Milliseconds until it could be used. */
  usable: number
  /** Milliseconds of script until then. */
  script?: number
  /** Milliseconds until the largest part of it was on the screen, as the browser tells it. */
  seen?: number
}

const PAINTED_WITHIN_MS = 150

/** Runs in the page: when its largest part was on the screen, which a busy browser paints after it was drawn. */
function whenSeen(waitMs: number): Promise<number | undefined> {
  let last: number | undefined
  const observer = new PerformanceObserver((list) => {
    last = list.getEntries().at(-1)?.startTime
  })
  observer.observe({ type: 'largest-contentful-paint', buffered: true })
  return new Promise((resolve) => setTimeout(() => resolve(last), waitMs))
}

/** Opens an address in a new tab; what is done there afterwards is given the tab, which is closed after it. */
export async function visit<Found>(
  context: BrowserContext,
  { url, selector, slowing, isFirst = false, forgetsCalls = false }: Visit,
  after: (page: Page, visited: VisitTimes) => Promise<Found>,
): Promise<Found> {
  if (!isFirst) await wakeWorker(context, url)
  const page = await context.newPage()
  let quicken: Awaited<ReturnType<typeof slowDown>> | undefined
  try {
    await page.addInitScript(watch, { selector })
    if (forgetsCalls) await page.addInitScript(() => localStorage.removeItem('opening-calls'))
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable')
    if (slowing) quicken = await slowDown(page, slowing)
    await page.goto(url, { waitUntil: 'commit' })
    const usable = await whenUsable(page)
    const { metrics } = await session.send('Performance.getMetrics')
    const script = (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000
    const seen = await page.evaluate(whenSeen, PAINTED_WITHIN_MS)
    return await after(page, { usable, script, ...(seen !== undefined && { seen }) })
  } finally {
    await quicken?.()
    await page.close()
  }
}

/** Presses a button and waits for what it brings: milliseconds from the finger to its being painted, and when that was. */
export async function press(page: Page, button: string, shown: string | Shown) {
  await page.evaluate(() => {
    const onDown = (event: Event) => {
      window.tappedAt = event.timeStamp
    }
    window.addEventListener('pointerdown', onDown, { capture: true, once: true })
  })
  await watchFor(page, typeof shown === 'string' ? { selector: shown } : shown)
  const target = page.locator(button).first()
  const isPhone = page.viewportSize()?.width === DEVICES.phone.viewport.width
  await (isPhone ? target.tap() : target.click())
  const usable = await whenUsable(page)
  const from = await page.evaluate(() => window.tappedAt ?? Number.NaN)
  return { from, usable, took: usable - from }
}
