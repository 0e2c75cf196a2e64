import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { question } from '../testing/surveys.ts'
import { QuestionField } from './QuestionField.tsx'

test.each([
  ['مریضوں سے بات کرنے میں دقت ہوئی؟', 'rtl'],
  ['Was زبان hard?', null],
])('the choices of “%s” begin where the question does', (question_text, dir) => {
  const asked = question({ question_text, question_type: 'radio', options: ['کبھی نہیں', 'Often'] })
  render(<QuestionField number={2} question={asked} value="" onChange={() => undefined} />)
  expect(screen.getByRole('radiogroup').closest('[data-question]')?.getAttribute('dir')).toBe(dir)
})
