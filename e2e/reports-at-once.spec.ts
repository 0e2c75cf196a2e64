import { type Browser, expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible, openAs, pdfFile, signIn } from './steps.ts'

type Account = Parameters<typeof signIn>[1]

/** Somebody else at another computer, on the same address. */
async function another(browser: Browser, account: Account, address = '/reporting'): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await openAs(page, account, address)
  return page
}

async function choose(page: Page, label: string, typed: string, name: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(typed)
  await page.getByRole('option', { name }).first().click()
}

const nameOf = async (page: Page) =>
  (await page.getByRole('button', { name: /^User menu of / }).getAttribute('aria-label'))?.replace(
    /^User menu of | \(.*$/g,
    '',
  ) ?? ''

test(
  'what is typed about a report survives a reload, and somebody else who acts first',
  { tag: '@desktop' },
  async ({ page, browser }, { project }) => {
    test.setTimeout(180_000)
    const title = `Needle on the floor, ${project.name} ${Date.now()}`
    const head = await another(browser, 'hod')
    const [headName, principal] = [await nameOf(head), await another(browser, 'principal')]
    const principalName = await nameOf(principal)

    await signIn(page, 'student')
    await page.getByRole('link', { name: /^Incident/ }).click()
    await page.getByRole('button', { name: 'New Report' }).click()
    await page.getByLabel('Report Title').fill(title)
    await page.getByLabel('Description').fill('It lay under bed 4.')
    await choose(page, 'Report To', headName, /\(HOD\)/)
    // Typed and chosen values survive a reload.
    await page.reload()
    await expect(page.getByText('Restored what you typed.')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Report To' })).toHaveValue(new RegExp(headName))
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Report created successfully!')).toBeVisible()

    // The head responds, and asks for a reply.
    await head.getByLabel('Search reports').fill(title)
    await expect(head.getByText('1 result', { exact: true })).toBeVisible()
    await head.getByRole('button', { name: /^View CASE-/ }).click()
    await expect(head.getByText(/^It is your turn/)).toBeVisible()
    await head.getByRole('textbox', { name: 'Response' }).fill('I will ask the nurse.')
    await head.getByRole('button', { name: 'Save Response' }).click()
    await expect(head.getByText('Initial response saved successfully!')).toBeVisible()
    await head.getByRole('button', { name: 'Ask for a Reply' }).click()
    await head.getByRole('dialog', { name: 'Ask for a Reply' }).getByRole('button', { name: 'Ask for a Reply' }).click()
    await expect(head.getByText(/^A reply of .* is awaited/)).toBeVisible()
    await expectAccessible(head)
    const address = `/reporting${new URL(head.url()).search}`

    await page.goto(address)
    await expect(page.getByText(/^It is your turn/)).toBeVisible()
    await page.getByLabel('Your reply').fill('Two nurses saw it.')
    await page.getByLabel('Files').setInputFiles(pdfFile('witnesses.pdf'))
    await page.getByRole('button', { name: 'Send Reply' }).click()
    await expect(page.getByText('Reply sent successfully!')).toBeVisible()
    await expectAccessible(page)

    // The head did not see the reply yet: it is shown, and what was typed stays.
    await head.getByLabel('Reason for escalation').fill('It happens again and again.')
    await choose(head, 'Escalate To', principalName, /\(Principal\)/)
    await head.getByRole('button', { name: 'Escalate Report' }).click()
    await expect(head.getByRole('list', { name: 'Meanwhile, before Escalate' })).toContainText('Two nurses saw it.')
    await expect(head.getByLabel('Reason for escalation')).toHaveValue('It happens again and again.')
    await head.getByRole('button', { name: 'Escalate Report' }).click()
    await expect(head.getByText('Report escalated successfully!')).toBeVisible()
    await expect(head.getByRole('region', { name: 'Escalate', exact: true })).toHaveCount(0)

    await principal.goto(address)
    await expect(principal.getByText(/^It is your turn/)).toBeVisible()
    await expectAccessible(principal)
    const print = principal.getByRole('button', { name: /^Print Case File/ })
    const [file] = await Promise.all([principal.waitForEvent('download'), print.click()])
    expect(file.suggestedFilename()).toMatch(/^CASE-\d{4}-\d{5}\.pdf$/)
    for (const other of [head, principal]) await other.context().close()
  },
)
