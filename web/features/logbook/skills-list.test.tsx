import { act, screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { standing } from '../../testing/logbook.ts'
import { onPhone, renderPage } from '../../testing/page.tsx'
import { SkillsList } from './SkillsList.tsx'

const SURGERY = { id: 99, name: 'Surgery' }
const skills = [
  standing(),
  standing({ skill: { ...standing().skill, id: 77, name: 'Simple suturing' }, department: SURGERY }),
]
const render = (runningIn: number[]) => renderPage(<SkillsList skills={skills} runningIn={runningIn} onLog={vi.fn()} />)
const open = () => screen.getAllByRole('region').flatMap((one) => (one.querySelector('ul') ? one.ariaLabel : []))

test('a phone shows the skills of the running posting, else of the first department; others open by their name', () => {
  onTestFinished(onPhone())
  const { unmount } = render([99])
  expect(open()).toEqual(['Surgery'])
  const folded = within(screen.getByRole('group'))
  folded.getByRole('heading', { name: standing().department.name })
  folded.getByText(/asked for are done$/)
  unmount()
  render([])
  expect(open()).toHaveLength(1)
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(open()).toHaveLength(2)
})

test('a desktop shows all departments', () => {
  render([99])
  expect(open()).toEqual(['Surgery', standing().department.name])
})
