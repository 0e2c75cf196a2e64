import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import { cuttingNetwork } from './cutting.ts'
import { everything, keptOnDevice } from './device.ts'
import { test } from './journey.ts'
import { apiAs, DEMO_PASSWORD, enter, expectAccessible, openAs, signIn } from './steps.ts'
import { newSurvey, QUESTIONS, studentsOf } from './surveys.ts'

test.use({ serviceWorkers: 'allow' })

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

async function phoneOf(browser: Browser, origin?: string): Promise<Page> {
  const own = origin ? { baseURL: origin } : {}
  return (await browser.newContext({ ...PHONE, ...own })).newPage()
}

/** Opens the survey as its student does: by its card. */
async function take(page: Page, title: string): Promise<void> {
  await page.goto('/student-feedback?status=pending')
  const card = page.getByRole('list', { name: 'Feedback surveys' }).getByRole('listitem').filter({ hasText: title })
  await card.getByRole('link', { name: /^Take Survey/ }).click()
  await expect(page.getByRole('heading', { name: 'Survey Questions' })).toBeVisible()
}

const helpful = (page: Page) => page.getByRole('textbox', { name: /What helped you most/ })
const submit = (page: Page) => page.getByRole('button', { name: 'Submit Survey' }).tap()

test.describe
  .serial('one anonymous survey @desktop', () => {
    let title: string
    let surveyId: number

    // Making one on the screen is the journey of feedback-build.spec.ts.
    test.beforeAll(async ({ request }, { project }) => {
      title = `Half of the posting ${project.name} ${Date.now()}`
      surveyId = await newSurvey(request, title)
    })

    test('is answered on a phone without network, a reload included, and once', async ({ browser, request }) => {
      const page = await phoneOf(browser)
      await signIn(page, 'student')
      await take(page, title)
      await keptOnDevice(page)
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Survey Questions' })).toBeVisible()
      await expectAccessible(page)
      await submit(page)
      await expect(page.getByText(/Please answer all required questions/).first()).toBeVisible()

      // A thumb beside the circle is taken for it.
      const yes = page.getByRole('radio', { name: 'Yes' })
      await yes.scrollIntoViewIfNeeded()
      const circle = await yes.boundingBox()
      await page.touchscreen.tap((circle?.x ?? 0) + 10, (circle?.y ?? 0) - 8)
      await expect(yes).toBeChecked()

      await page.context().setOffline(true)
      await page.getByLabel('4 of 5').check()
      await helpful(page).fill('The tutorials in the evening. بہت مفید')
      await page.reload()
      await expect(page.getByRole('status').filter({ hasText: 'The server cannot be reached' })).toBeVisible()
      await expect(page.getByLabel('4 of 5')).toBeChecked()
      await expect(helpful(page)).toHaveValue('The tutorials in the evening. بہت مفید')
      await page.getByLabel('Tutorials').check()
      await submit(page)
      await expect(page.getByText(/^Your answers are not sent yet/)).toBeVisible()
      expect(await everything(page)).toContain('tutorials in the evening')
      const student = await apiAs(request, 'student')
      const hasResponded = async () =>
        (await (await student.get(`/feedback-surveys/${surveyId}`)).json()).data.has_responded
      expect(await hasResponded()).toBe(false)

      await page.context().setOffline(false)
      await expect.poll(hasResponded, { timeout: 45_000 }).toBe(true)
      await expect(page.getByRole('heading', { name: 'On this device' })).toBeHidden()
      // Nothing of it is left on the device.
      expect(await everything(page)).not.toContain('tutorials in the evening')
      await page.context().close()
    })

    test('is answered once when the answer of the server is lost on the way', async ({ browser, request, baseURL }) => {
      const { others } = await studentsOf(request)
      const network = await cuttingNetwork(baseURL ?? '')
      const page = await phoneOf(browser, network.origin)
      await enter(page, others[0]?.user.email ?? '', DEMO_PASSWORD)
      await expect(page).toHaveURL(/\/dashboard$/)
      await take(page, title)
      await page.getByLabel('2 of 5').check()
      await helpful(page).fill('Seeing the same patient every day')
      network.cutNext('POST /api/feedback-responses', 0)
      await submit(page)
      // The first came through; the same one, sent again, by the browser or by the page, is told as at first.
      await expect.poll(() => network.asked.length, { timeout: 45_000 }).toBeGreaterThan(1)
      await expect(page.getByText('Survey submitted successfully!')).toBeVisible()
      await page.goto(`/student-feedback?status=completed`)
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'On this device' })).toHaveCount(0)
      await page.context().close()
      network.close()
    })

    test('has results when it has ended, from the fifth response on, and nobody’s name beside any', async ({
      page,
      request,
    }) => {
      await openAs(page, 'hod', `/feedback-results/${surveyId}`)
      const running = page.getByText('Results are shown when the survey has ended, from 5 responses on.')
      await expect(running).toBeVisible()
      await expect(page.getByText(/^2 of \d+ students have answered/)).toBeVisible()
      await expect(page.getByText('The tutorials in the evening')).toHaveCount(0)
      await expectAccessible(page)

      const { others } = await studentsOf(request)
      for (const { user } of others.slice(1, 4)) await answerAs(request, user.email)
      await page.reload()
      const results = page.getByRole('list', { name: 'Results by question' })
      await expect(page.getByText(/^5 of \d+ students have answered/)).toBeVisible()
      await expect(running).toBeVisible()
      const hod = await apiAs(request, 'hod')
      expect((await hod.patch(`/feedback-surveys/${surveyId}/close`)).status()).toBe(200)
      await page.reload()
      await expect(results.getByRole('heading', { level: 3 })).toHaveText(
        QUESTIONS.map((question, at) => `${at + 1}. ${question}`),
      )
      const bar = (table: string, label: string) =>
        results
          .getByRole('table', { name: table })
          .getByRole('row')
          .filter({ has: page.getByRole('rowheader', { name: label, exact: true }) })
      await expect(bar('Posting in all', '3')).toContainText('60%')
      await expect(bar('Ways of teaching', 'Tutorials')).toContainText('100%')
      await expect(results.getByText('The tutorials in the evening. بہت مفید')).toBeVisible()
      await expect(results.getByText('Seeing the same patient every day')).toBeVisible()
      await expect(page.getByText('Ayesha Siddiqui')).toHaveCount(0)
      await expectAccessible(page)
      const opened = await hod.patch(`/feedback-surveys/${surveyId}/activate`)
      expect([opened.status(), (await opened.json()).message]).toEqual([
        409,
        expect.stringContaining("can't be opened"),
      ])
      await page.goto(`/feedback?q=${encodeURIComponent(title)}`)
      await expect(page.getByText(title)).toBeVisible()
      await expect(page.getByRole('button', { name: /^Activate/ })).toHaveCount(0)
    })

    /** Answers as another student. */
    async function answerAs(request: APIRequestContext, email: string): Promise<void> {
      const { access_token } = await (
        await request.post('/api/login', { data: { email, password: DEMO_PASSWORD } })
      ).json()
      const headers = { authorization: `Bearer ${access_token}` }
      const { data } = await (await request.get(`/api/feedback-surveys/${surveyId}/with-questions`, { headers })).json()
      const rating = data.questions.find(({ title: of }: { title: string }) => of === 'Posting in all')
      const answers = [{ feedback_question_id: rating.id, answer: 3 }]
      const sent = { feedback_survey_id: surveyId, answers }
      const answer = await request.post('/api/feedback-responses', { headers, data: sent })
      expect(answer.status(), await answer.text()).toBe(201)
    }
  })

test('the first question of a survey stands on the first screen of a phone @phone', async ({ page }) => {
  await signIn(page, 'student')
  await take(page, 'Bedside teaching in Medicine, Group A')
  const answer = await page.getByRole('radio').first().boundingBox()
  const bar = await page.getByRole('navigation', { name: 'Navigation' }).boundingBox()
  expect((answer?.y ?? 0) + (answer?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
})
