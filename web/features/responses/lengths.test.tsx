import { waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { feedbackResponses } from '../../../shared/contract/feedback/responses.ts'
import { beginAnswering, field, open, serve, submit } from '../../testing/answering.tsx'
import { bodiesTo } from '../../testing/network.ts'
import { question } from '../../testing/surveys.ts'

beginAnswering()

test.each([
  ['one answer', ['x']],
  ['all of them', ['x'.repeat(300), 'دیر سے آئے '.repeat(30)]],
])('an anonymous survey with %s is sent in as many bytes as any other', async (_, given) => {
  const calls = serve({ is_anonymous: true, questions: [question(), question({ id: 2, question_text: 'Second' })] })
  const { router } = open()
  for (const [at, text] of given.entries()) {
    await userEvent.click(await field(at === 0 ? /How was the teaching/ : /Second/))
    await userEvent.paste(text)
  }
  await submit()
  await waitFor(() => expect(router.state.location.pathname).toBe('/student-feedback'))
  const bodies = bodiesTo(calls, feedbackResponses.submit)
  expect(bodies.map((body) => new TextEncoder().encode(JSON.stringify(body)).length)).toEqual([8192])
})
