import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { surveyFollowUp } from '../../../shared/contract/feedback/follow-up.ts'
import { feedbackSurveys } from '../../../shared/contract/feedback/surveys.ts'
import { students } from '../../../shared/contract/students.ts'
import { HELD, held, pageOf, pathsTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { student } from '../../testing/records.ts'
import { survey } from '../../testing/surveys.ts'
import { StudentFeedbackPage } from './StudentFeedbackPage.tsx'

const told = (id: number, title: string) => ({
  id,
  title,
  changes_text: 'Rounds begin at nine.\nEach group has its own tutor.',
  changes_at: '2026-03-02T20:30:00.000Z',
})
const serve = (...changes: ReturnType<typeof told>[]) =>
  served(
    [students.byUser, { data: student() }],
    [feedbackSurveys.list, pageOf([survey()])],
    [
      surveyFollowUp.listChanges,
      ({ query }) => pageOf(query.page === 2 ? changes.slice(-1) : changes.slice(0, 10), changes.length),
    ],
  )
const show = () => renderPage(<StudentFeedbackPage />, '/student-feedback')

beforeEach(() => signedIn(['student']))

test('what was changed because of a survey stands below the cards, with its day at the college', async () => {
  serve(told(4, 'Ward rotation'))
  show()
  const panel = within(await screen.findByRole('region', { name: 'What we changed' }))
  const [item] = panel.getAllByRole('listitem')
  expect(panel.getByRole('heading', { level: 3, name: 'Ward rotation' })).toBeTruthy()
  // It is half past one of the next day in Karachi.
  expect(item?.textContent).toBe('Ward rotation3 Mar 2026Rounds begin at nine.\nEach group has its own tutor.')
  const cards = screen.getByRole('list', { name: 'Feedback surveys' })
  expect(cards.compareDocumentPosition(item as HTMLElement)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('where nothing is told there is no panel', async () => {
  const calls = serve()
  show()
  await screen.findByRole('list', { name: 'Feedback surveys' })
  await screen.findByRole('heading', { name: 'Ward teaching' })
  expect(pathsTo(calls, surveyFollowUp.listChanges)).toEqual(['/api/feedback-surveys/changes?page=1&per_page=10'])
  expect(screen.queryByText('What we changed')).toBeNull()
})

test('it comes after the cards, however slow they are', async () => {
  const calls = serve(told(4, 'Ward rotation'))
  served([feedbackSurveys.list, HELD])
  show()
  const list = await held(feedbackSurveys.list)
  expect(pathsTo(calls, surveyFollowUp.listChanges)).toEqual([])
  list.answer(pageOf([survey()]))
  expect(await screen.findByText('What we changed')).toBeTruthy()
})

test('older ones are on further pages', async () => {
  serve(...Array.from({ length: 11 }, (_, n) => told(n + 1, `Survey ${n + 1}`)))
  show()
  await userEvent.click(
    within(await screen.findByRole('navigation', { name: 'Pages of what we changed' })).getByRole('button', {
      name: 'Next',
    }),
  )
  expect(await screen.findByText('Survey 11')).toBeTruthy()
})

test('a failure is told, with Retry, and the cards stay', async () => {
  serve()
  served([surveyFollowUp.listChanges, refuse(500)])
  show()
  const alert = within(await screen.findByRole('alert'))
  serve(told(4, 'Ward rotation'))
  await userEvent.click(alert.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('What we changed')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Ward teaching' })).toBeTruthy()
})
