import { expect, test } from 'vitest'
import { feedbackProblem, shortText, skillOptions } from './rules.ts'

const rules = { level: 'supervised' as const, allows_simulation: false, observed_share: 0 }

test.each([
  [{ level: 'independent', setting: 'patient' }, {}, undefined],
  [{ level: 'assisted', setting: 'patient' }, {}, 'below the level asked for'],
  [{ level: 'observed', setting: 'patient' }, { observed_share: 20 }, undefined],
  [{ level: 'assisted', setting: 'patient' }, { observed_share: 20 }, 'below the level asked for'],
  [{ level: 'supervised', setting: 'simulated' }, {}, 'does not count when simulated'],
  [{ level: 'supervised', setting: 'simulated' }, { allows_simulation: true }, undefined],
] as const)('%o of a skill with %o: %s', (entry, more, text) => {
  expect(shortText(entry, { ...rules, ...more })).toBe(text)
})

test('skills are offered by name under their departments, those of the running posting first', () => {
  const departments = [
    { id: 1, name: 'Community Medicine', supervisors: [], places: [], ward: null, last: null },
    { id: 2, name: 'Medicine', supervisors: [], places: [], ward: null, last: null },
  ]
  const skill = (id: number, department_id: number, name: string) => ({
    ...{ id, department_id, name, code: null, category: null },
    ...rules,
  })
  const skills = [skill(11, 1, 'Survey'), skill(12, 2, 'ECG'), skill(13, 2, 'Cannulation')]
  const choices = { departments, skills, earliest_day: '2026-11-15' }
  expect(skillOptions(choices, [2]).map(({ label, group }) => [group, label])).toEqual([
    ['Medicine', 'Cannulation'],
    ['Medicine', 'ECG'],
    ['Community Medicine', 'Survey'],
  ])
})

test('a line of feedback is checked while it is typed', () => {
  expect(feedbackProblem({ feedback: 'Calm and sterile' }, 10)).toBeUndefined()
  expect(feedbackProblem({ feedback: 'Calm' }, 11)).toBe('Feedback is for at most 10 performances at once')
  expect(feedbackProblem({ feedback: 'Call 0300 1234567' }, 1)).toContain('“0300 1234567”')
})
