import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { departments } from '../../../shared/contract/departments.ts'
import { feedbackPool } from '../../../shared/contract/feedback/question-pools.ts'
import { staff } from '../../../shared/contract/staff.ts'
import { bodiesTo, pageOf, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { department, staffMember } from '../../testing/records.ts'
import { poolQuestion } from '../../testing/surveys.ts'
import { QuestionPoolPage } from './QuestionPoolPage.tsx'

// The page loads them later; importing them here spares each test the wait.
await import('./PoolQuestionForm.tsx')
await import('./SurveyQuestionForm.tsx')

const college = (read = poolQuestion()) =>
  served(
    [feedbackPool.list, pageOf([])],
    [feedbackPool.read, { data: read }],
    [feedbackPool.create, { data: read }],
    [feedbackPool.update, { data: read }],
    [departments.list, pageOf([department()])],
    [staff.currentUser, refuse(404, 'Record not found.')],
  )

async function opened(title: string, address = '/feedback-questions?modal=add') {
  renderPage(<QuestionPoolPage />, address)
  await screen.findByLabelText(/^Title/)
  return within(screen.getByRole('dialog', { name: title }))
}
type Dialog = Awaited<ReturnType<typeof opened>>

const write = (dialog: Dialog, label: RegExp | string, text: string) =>
  userEvent.type(dialog.getByLabelText(label), text)
const ofType = (dialog: Dialog, type: string) => userEvent.selectOptions(dialog.getByLabelText(/^Question Type/), type)
/** Returns the texts read out with a field: its hint and its error. */
const describing = (field: HTMLElement | undefined) =>
  (field?.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim()
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

beforeEach(() => signedIn(['admin']))

test('what is missing is told under its field', async () => {
  const calls = college()
  const dialog = await opened('Add New Question')
  await write(dialog, /^Order/, '0')
  await save()
  for (const text of [
    'Title is required',
    'Question text is required',
    'Question type is required',
    'Order must be at least 1',
  ])
    expect(await dialog.findByText(text)).toBeTruthy()
  expect(bodiesTo(calls, feedbackPool.create)).toEqual([])
})

// By hand from the college's specification: twelve types in the form; a dropdown only in the filter.
test('the form offers these types, a dropdown only where one is stored', async () => {
  college(poolQuestion({ question_type: 'select', options: ['Day'] }))
  const add = await opened('Add New Question')
  const types = within(add.getByLabelText(/^Question Type/)).getAllByRole('option')
  expect(types.map((one) => one.getAttribute('value'))).toEqual([
    '',
    'text',
    'textarea',
    'number',
    'email',
    'date',
    'single_choice',
    'multiple_choice',
    'radio',
    'checkbox',
    'rating',
    'boolean',
    'url',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  const edit = await opened('Edit Question', '/feedback-questions?modal=edit&id=200')
  expect(edit.getByLabelText(/^Question Type/)).toHaveProperty('value', 'select')
})

test('a choice needs an option, and blank ones are not sent', async () => {
  const calls = college()
  const dialog = await opened('Add New Question')
  await write(dialog, /^Title/, 'Shift')
  await write(dialog, /^Question Text/, 'Which shift?')
  expect(dialog.queryByRole('group', { name: 'Options' })).toBeNull()
  await ofType(dialog, 'Single Choice')
  const options = within(dialog.getByRole('group', { name: 'Options' }))
  await save()
  expect((await options.findByRole('alert')).textContent).toBe('At least one option is required')
  await userEvent.type(options.getByLabelText('Option 1'), 'Day')
  await userEvent.click(options.getByRole('button', { name: 'Add option' }))
  await userEvent.click(options.getByRole('button', { name: 'Add option' }))
  await userEvent.type(options.getByLabelText('Option 3'), 'Night')
  await userEvent.click(options.getByRole('button', { name: 'Add option' }))
  await userEvent.click(options.getByRole('button', { name: 'Remove option 4' }))
  await userEvent.click(dialog.getByLabelText('Required'))
  await save()
  expect(await screen.findByText('Question created successfully!')).toBeTruthy()
  expect(bodiesTo(calls, feedbackPool.create)).toEqual([
    {
      title: 'Shift',
      question_text: 'Which shift?',
      question_type: 'single_choice',
      options: ['Day', 'Night'],
      is_required: true,
      help_text: '',
      validation_rules: null,
      is_public: true,
      department_id: null,
    },
  ])
})

// By hand: the bounds of each type.
test.each([
  ['Text', ['Minimum length', 'Maximum length', 'Pattern']],
  ['Number', ['Minimum', 'Maximum']],
  ['Date', ['Minimum', 'Maximum']],
  ['Checkbox', ['Minimum', 'Maximum']],
  ['Rating', []],
  ['Boolean (Yes/No)', []],
])('of the type %s the rules are %j', async (type, rules) => {
  college()
  const dialog = await opened('Add New Question')
  await ofType(dialog, type)
  const shown = ['Minimum', 'Maximum', 'Minimum length', 'Maximum length', 'Pattern'].filter((name) =>
    dialog.queryByLabelText(name),
  )
  expect(shown).toEqual(rules)
})

test('rules that contradict each other are refused beside them, and those of another type are not sent', async () => {
  const calls = college()
  const dialog = await opened('Add New Question')
  await write(dialog, /^Title/, 'Nights')
  await write(dialog, /^Question Text/, 'How many nights?')
  await ofType(dialog, 'Text')
  await write(dialog, 'Pattern', 'abc')
  await ofType(dialog, 'Number')
  await write(dialog, 'Minimum', '۵')
  await write(dialog, 'Maximum', '2')
  await save()
  const maximum = dialog.getByLabelText('Maximum')
  await waitFor(() => expect(describing(maximum)).toBe('Maximum must be at least the minimum'))
  expect(document.activeElement).toBe(maximum)
  await write(dialog, 'Maximum', '0')
  await save()
  expect(await screen.findByText('Question created successfully!')).toBeTruthy()
  expect(bodiesTo(calls, feedbackPool.create)).toMatchObject([
    { question_type: 'number', validation_rules: { min: '5', max: '20' }, options: [] },
  ])
})

test('each rule that is wrong is told under its own field, all at once', async () => {
  college()
  const dialog = await opened('Add New Question')
  await write(dialog, /^Title/, 'Ward')
  await write(dialog, /^Question Text/, 'Which ward?')
  await ofType(dialog, 'Text')
  await write(dialog, 'Minimum length', 'few')
  await write(dialog, 'Maximum length', '501')
  await write(dialog, 'Pattern', '(a')
  await save()
  const [least, most, pattern] = ['Minimum length', 'Maximum length', 'Pattern'].map((name) =>
    dialog.getByLabelText(name),
  )
  await waitFor(() => expect(describing(least)).toBe('Minimum length must be a whole number from 0 to 500'))
  expect(describing(most)).toBe('Maximum length must be a whole number from 0 to 500')
  expect(describing(pattern)).toMatch(/Pattern is not one that can be checked/)
})

test('Enter in an option goes on to the next one, a new one at the end, and saves nothing', async () => {
  const calls = college()
  const dialog = await opened('Add New Question')
  await write(dialog, /^Title/, 'Shift')
  await write(dialog, /^Question Text/, 'Which shift?')
  await ofType(dialog, 'Radio')
  await write(dialog, 'Option 1', 'Day{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Option 2')))
  await userEvent.keyboard('Night')
  await userEvent.type(dialog.getByLabelText('Option 1'), '{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Option 2')))
  expect(dialog.queryByLabelText('Option 3')).toBeNull()
  // An empty option at the end needs no further one.
  await userEvent.keyboard('{Enter}{Enter}')
  expect(dialog.getByLabelText('Option 3')).toBeTruthy()
  expect(dialog.queryByLabelText('Option 4')).toBeNull()
  expect(bodiesTo(calls, feedbackPool.create)).toEqual([])
})

describe('staff of an academic department', () => {
  beforeEach(() => signedIn(['faculty']))

  test('add a question of that one', async () => {
    college()
    const calls = served([staff.currentUser, { data: staffMember() }])
    const dialog = await opened('Add New Question')
    const select = dialog.getByLabelText('Department')
    expect([select, dialog.getByText('Your department')]).toMatchObject([{ value: '3', disabled: true }, {}])
    await write(dialog, /^Title/, 'Ward')
    await write(dialog, /^Question Text/, 'Which ward?')
    await ofType(dialog, 'Text')
    await save()
    await screen.findByText('Question created successfully!')
    expect(bodiesTo(calls, feedbackPool.create)).toMatchObject([{ department_id: 3 }])
  })

  test.each([
    [9, 'Surgery'],
    [null, 'No department'],
  ])('read the department of an own question that has another (%s)', async (department_id, shown) => {
    college(poolQuestion({ department_id, department: department_id ? { id: department_id, name: shown } : null }))
    const calls = served([staff.currentUser, { data: staffMember() }])
    const dialog = await opened('Edit Question', '/feedback-questions?modal=edit&id=200')
    const select = dialog.getByLabelText<HTMLSelectElement>('Department')
    expect([select.selectedOptions[0]?.text, select.disabled]).toEqual([shown, true])
    expect(dialog.queryByText('Your department')).toBeNull()
    await write(dialog, /^Title/, 's')
    await save()
    await screen.findByText('Question updated successfully!')
    expect(bodiesTo(calls, feedbackPool.update)).toMatchObject([{ department_id }])
  })
})

test('a question is changed over the version that was read', async () => {
  const read = poolQuestion({
    question_type: 'checkbox',
    options: ['Day', 'Night'],
    validation_rules: { min: 1 },
    order: 4,
    is_public: false,
    department_id: 3,
    department: { id: 3, name: 'Medicine' },
  })
  const calls = college(read)
  const dialog = await opened('Edit Question', '/feedback-questions?modal=edit&id=200')
  expect(dialog.getByLabelText('Minimum')).toHaveProperty('value', '1')
  expect(dialog.getByLabelText('Department')).toHaveProperty('value', '3')
  await write(dialog, 'Option 2', 's')
  await userEvent.click(dialog.getByLabelText('Public'))
  await save()
  expect(await screen.findByText('Question updated successfully!')).toBeTruthy()
  expect(bodiesTo(calls, feedbackPool.update)).toMatchObject([
    { options: ['Day', 'Nights'], order: 4, is_public: true, department_id: 3, updated_at: read.updated_at },
  ])
})

test('what only the server knows stands with the options', async () => {
  college()
  served([feedbackPool.create, refuse(422, 'The given data was invalid.', { 'options.0': ['Option is too long'] })])
  const dialog = await opened('Add New Question')
  await write(dialog, /^Title/, 'Shift')
  await write(dialog, /^Question Text/, 'Which shift?')
  await ofType(dialog, 'Radio')
  await write(dialog, 'Option 1', 'Day')
  await save()
  expect(await within(dialog.getByRole('group', { name: 'Options' })).findByText('Option is too long')).toBeTruthy()
})
