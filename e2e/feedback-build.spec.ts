import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible, openAs } from './steps.ts'

const pool = ['Posting in all', 'Bedside teaching', 'Teachers on time']

async function chooseOf(page: Page, question: string): Promise<void> {
  await page.getByLabel('Search questions').fill(question)
  await page.getByRole('checkbox', { name: `Select ${question}`, exact: true }).check()
}

/** Returns the point at which a handle is taken hold of, and where it is let go to come before or behind another. */
async function middleOf(handle: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await handle.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: x + width / 2, y: y + height / 2 }
}

const STEPS = 12

/** Drags one handle onto another with the mouse, or with a finger. */
async function drag(page: Page, handle: Locator, onto: Locator, hasTouch: boolean): Promise<void> {
  await onto.scrollIntoViewIfNeeded()
  await handle.scrollIntoViewIfNeeded()
  const [from, to] = [await middleOf(handle), await middleOf(onto)]
  if (!hasTouch) {
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: STEPS })
    return page.mouse.up()
  }
  const touch = await page.context().newCDPSession(page)
  const put = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints })
  await put('touchStart', from)
  for (let step = 1; step <= STEPS; step += 1)
    await put('touchMove', {
      x: from.x + ((to.x - from.x) * step) / STEPS,
      y: from.y + ((to.y - from.y) * step) / STEPS,
    })
  await put('touchEnd')
}

test('a head of department builds a survey from the pool, orders it, previews and activates it @desktop', async ({
  page,
  hasTouch,
}, { project }) => {
  const title = `Posting of ${project.name} ${Date.now() % 100_000}`
  await openAs(page, 'hod', '/feedback')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Add New Survey' })
  await form.getByLabel('Title').fill(title)
  // No student of the other journeys is asked.
  await form.getByLabel('Start Date').fill('2090-01-01')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await page.getByLabel('Search surveys').fill(title)
  const row = page.getByRole('row', { name: new RegExp(title) })
  await expect(row.getByText('Draft')).toBeVisible()
  await row.getByRole('link', { name: 'Questions' }).click()

  for (const question of pool) await chooseOf(page, question)
  await expect(page.getByText(`3 selected for ${title}`)).toBeVisible()
  await page.getByRole('button', { name: 'Add to Survey' }).click()
  const own = page.getByRole('region', { name: 'Questions of this survey' })
  const numbered = async () =>
    (await own.getByRole('listitem').allTextContents()).map((text) => pool.find((one) => text.slice(2).startsWith(one)))
  const handleOf = (question: string) => own.getByRole('button', { name: `Drag ${question}` })
  await expect.poll(numbered).toEqual(['Posting in all', 'Bedside teaching', 'Teachers on time'])
  await expectAccessible(page)

  await drag(page, handleOf('Teachers on time'), handleOf('Posting in all'), hasTouch)
  await expect(page.getByText('Teachers on time is now question 1 of 3.')).toBeVisible()
  await expect.poll(numbered).toEqual(['Teachers on time', 'Posting in all', 'Bedside teaching'])

  // Nothing else is picked up while it comes to lie.
  await expect(page.locator('[data-dnd-dragging], [data-dnd-dropping]')).toHaveCount(0)
  await handleOf('Posting in all').focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Posting in all is picked up: question 2 of 3.')).toBeAttached()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('Posting in all: question 3 of 3.')).toBeAttached()
  await page.keyboard.press('Space')
  await expect(page.getByText('Posting in all is now question 3 of 3.')).toBeVisible()
  await expect(handleOf('Posting in all')).toBeFocused()
  await page.reload()
  await expect.poll(numbered).toEqual(['Teachers on time', 'Bedside teaching', 'Posting in all'])

  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog', { name: 'Preview' })
  await expect(preview.getByText('1. Did the teachers come on time?')).toBeVisible()
  await expectAccessible(page)
  await preview.getByRole('button', { name: 'Submit Survey' }).click()
  await expect(preview.getByRole('alert')).toContainText('Please answer all required questions:')
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()

  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await page.getByLabel('Search surveys').fill(title)
  // Until then its row still moves.
  await expect(page.getByRole('row')).toHaveCount(2)
  await row.getByRole('button', { name: 'Activate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click()
  await expect(page.getByText('Survey activated successfully!')).toBeVisible()
  await expect(row.getByText('Active', { exact: true })).toBeVisible()
})

test('what is refused of a row far below is brought into sight', async ({ page }) => {
  await openAs(page, 'admin', '/feedback')
  // The server takes longer than the page waits before it puts a lost focus on the heading.
  await page.route(/feedback-surveys\/\d+\/deactivate/, async (route) => {
    await new Promise((later) => setTimeout(later, 800))
    await route.fulfill({ status: 409, json: { message: 'This was changed meanwhile.' } })
  })
  // Only surveys that students answer have it, the last of which stands far below.
  const menu = page
    .getByRole('row')
    .filter({ hasText: 'Active' })
    .last()
    .getByRole('button', { name: /^Other actions/ })
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Deactivate' })).toBeInViewport({ ratio: 1 })
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  // Closing the dialog gives the focus back to the row.
  await expect(menu).toBeFocused()
  await expect(page.getByRole('alert')).toBeInViewport()
})
