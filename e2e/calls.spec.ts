import { expect, type Page } from '@playwright/test'
import { hasAnyRole } from '../shared/permissions.ts'
import { SCREENS } from '../web/screens.ts'
import { test } from './journey.ts'
import { apiAs, signIn } from './steps.ts'

// The calls of a screen when its address is opened: nothing twice, and nothing of what came before.

const ACCOUNTS = ['admin', 'hod', 'student'] as const
type Account = (typeof ACCOUNTS)[number]

/** Opens an address as a new tab does, and tells what it asked for until nothing more came. */
async function callsOf(page: Page, address: string): Promise<string[]> {
  const calls: string[] = []
  const hear = (request: { method: () => string; url: () => string }) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}${search}`)
  }
  // The screen before makes no more calls.
  await page.goto('about:blank')
  page.on('request', hear)
  await page.goto(address)
  await expect(page.locator('h1')).toBeVisible()
  await page.waitForLoadState('networkidle')
  page.off('request', hear)
  return calls
}

const twice = (calls: readonly string[]) => calls.filter((call, index) => calls.indexOf(call) !== index)

for (const account of ACCOUNTS)
  test(`${account}: no screen asks for anything twice`, {
    tag: account === 'hod' ? ['@desktop'] : ['@desktop', '@long'],
  }, async ({ page, request }) => {
    const api = await apiAs(request, account)
    const { data } = await (await api.get('/start')).json()
    const isFor = ({ roles, tile }: (typeof SCREENS)[number]) =>
      [roles, tile?.roles].every((one) => !one || hasAnyRole(data.roles, one))
    const screens = account === 'hod' ? [] : SCREENS.filter(isFor).map(({ path }) => path)
    const addresses = [...screens, ...(await listsOf(account, api))]
    await signIn(page, account)
    const repeated: Record<string, string[]> = {}
    for (const address of addresses) {
      const ids = await idsFor(address, api)
      if (ids === undefined) continue
      const calls = await callsOf(page, address.replace(/:\w+/, ids))
      expect(calls, address).toContain('GET /api/start')
      if (twice(calls).length > 0) repeated[address] = twice(calls)
    }
    expect(repeated).toEqual({})
  })

type Api = Awaited<ReturnType<typeof apiAs>>
const firstOf = async (api: Api, path: string) => (await (await api.get(path)).json()).data?.[0]

/** The id of a record for an address that needs one: '' for one that needs none. */
async function idsFor(address: string, api: Api): Promise<string | undefined> {
  if (!address.includes(':')) return ''
  if (address.includes(':studentId')) return String((await firstOf(api, '/students')).id)
  // The oldest one: newer ones are of other journeys, which change them meanwhile.
  const surveys = address.includes('student') ? '/feedback-surveys/active' : '/feedback-surveys'
  const survey = (await (await api.get(surveys)).json()).data?.at(-1)
  return survey && String(survey.id)
}

/** Lists that need filters, and dialogs over them. */
async function listsOf(account: Account, api: Api): Promise<string[]> {
  if (account === 'student') return []
  if (account === 'admin') return [`/students?batch=${(await firstOf(api, '/batches')).id}`]
  const session = await firstOf(api, '/attendance-sessions?status=pending')
  const group = `department_id=${session.department_id}&batch_id=${session.batch_id}&group_id=${session.group_id}`
  return [
    `/attendance?${group}&fetched=yes&modal=take&id=${session.id}`,
    `/attendance?${group}&fetched=yes`,
    `/tasks?${group}`,
    `/assessment?${group}&fetched=yes`,
    `/reports?${group}&fetched=yes`,
  ]
}
