import type { BrowserContext, Page } from '@playwright/test'
import { newVisitor, press, type Slowing, settle, type VisitTimes, visit } from './browsing.ts'
import { CHOICES, type OpenedScreens, ROWS } from './opened-screens.ts'
import { ROLES, type Role } from './screens-college.ts'
import { type Traffic, trafficOf } from './traffic.ts'

export interface Screen {
  name: string
  role: Role
  url: string
  selector: string
  /** The bare page that it is compared with, and how many times as long it may take. */
  of: 'E' | 'P'
  most: number
  /** The kB that its calls may transfer. */
  mostKb?: number
}

/** Kilobytes of the calls of a screen of 60. */
const CALLS_KB = 7

export function screensOf(opened: OpenedScreens): Screen[] {
  const { of, batchId, studentsUrl, origin } = opened
  const ofFaculty = `department_id=${of.faculty.departmentId}&group_id=${of.faculty.groupId}`
  const ofHod = `department_id=${of.hod.departmentId}&batch_id=${batchId}&group_id=${of.hod.groupId}`
  const dashboard = { url: `${origin}/dashboard`, selector: 'main a[href="/attendance"]' }
  const register = { url: opened.registerUrl(opened.registerId), selector: CHOICES }
  const list = { selector: ROWS, of: 'P', most: 1.6 } as const
  const logbook = { url: `${origin}/logbook`, selector: 'main li:nth-child(20)' }
  const mostKb = CALLS_KB
  return [
    { name: '/dashboard', role: 'faculty', ...dashboard, of: 'E', most: 1.6, mostKb },
    { name: 'register of 60', role: 'faculty', ...register, of: 'P', most: 1.4, mostKb },
    { name: '/students of 120', role: 'admin', url: studentsUrl, ...list },
    { name: '/tasks of 50', role: 'faculty', url: `${origin}/tasks?${ofFaculty}`, ...list, mostKb },
    { name: '/reports of 60', role: 'hod', url: `${origin}/reports?${ofHod}&fetched=yes`, ...list, mostKb },
    { name: '/student-attendance', role: 'student', url: `${origin}/student-attendance`, ...list, mostKb },
    { name: '/logbook, 50 to sign', role: 'faculty', ...logbook, of: 'P', most: 1.6, mostKb },
    { name: '/logbook of 20 skills', role: 'student', ...logbook, of: 'P', most: 1.6, mostKb },
  ]
}

interface How {
  slowing?: Slowing
  /** Stays until nothing is asked for any more, and tells what was, as when the address is opened for the first time. */
  settles?: boolean
}

export interface ScreenVisit extends VisitTimes {
  traffic?: Traffic
}

/** Opens something; without `settles` its tab is closed as soon as it can be used. */
export type Visiting = (how: How) => Promise<ScreenVisit>

/** Returns the visits of each bare page and each screen. */
export async function openVisits(opened: OpenedScreens, screens: Screen[]) {
  const { browser, origin, bare, logins, registerId, sessionsUrl } = opened
  const contexts = {} as Record<Role | 'nobody', BrowserContext>
  contexts.nobody = await newVisitor(browser, { origin })
  for (const role of ROLES) contexts[role] = await newVisitor(browser, { origin, login: logins[role] })

  const seenBy =
    ({ settles = false }: How) =>
    async (page: Page, visited: VisitTimes): Promise<ScreenVisit> => {
      if (!settles) return visited
      await settle(page)
      return { ...visited, traffic: await trafficOf(page, visited) }
    }
  const warm =
    ({ role, url, selector }: { role: Role | 'nobody'; url: string; selector: string }): Visiting =>
    (how) =>
      visit(contexts[role], { url, selector, slowing: how.slowing, forgetsCalls: how.settles }, seenBy(how))
  const cold =
    (url: string, selector: string, login?: OpenedScreens['logins'][Role]): Visiting =>
    async (how) => {
      const context = await newVisitor(browser, { origin, login })
      try {
        return await visit(context, { url, selector, slowing: how.slowing, isFirst: true }, seenBy(how))
      } finally {
        await context.close()
      }
    }
  const take = `[aria-describedby="session-${registerId}"]`
  const click: Visiting = ({ slowing }) =>
    visit(contexts.faculty, { url: sessionsUrl, selector: take, slowing }, async (page) => {
      await settle(page)
      const { took, ...span } = await press(page, take, CHOICES)
      await settle(page)
      return { usable: took, traffic: await trafficOf(page, span) }
    })

  const byAddress: Record<string, Visiting> = {
    E: warm({ role: 'nobody', url: `${bare}/`, selector: '#usable' }),
    P: warm({ role: 'nobody', url: `${bare}/rows`, selector: '#usable' }),
  }
  for (const screen of screens) byAddress[screen.name] = warm(screen)
  return {
    byAddress,
    others: {
      click,
      cold: cold(opened.registerUrl(registerId), CHOICES, logins.faculty),
      login: cold(`${origin}/login`, 'input[autocomplete=username]'),
    } satisfies Record<string, Visiting>,
    contexts,
  }
}
