import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  beginAnew,
  college,
  counts,
  dialog,
  give,
  open,
  posts,
  pressed,
  rest,
  save,
  server,
  student,
} from '../../testing/taking.tsx'
import { inOrder, membershipText } from './roster.rules.ts'

beginAnew()

const late = { ...student(1, 'Ayesha'), joined_on: '2026-11-26' }
const gone = { ...student(2, 'Bilal'), left_on: '2026-11-26' }
const stays = student(3, 'Celina')
const names = () =>
  [...document.querySelectorAll('[data-student]')].map((choices) => choices.getAttribute('data-student'))
const sent = (calls: ReturnType<typeof server>) =>
  posts(calls)[0]?.body.submissions.map(({ student_id, status }) => [student_id, status])

test('who joined later stands below the others, and who has left is marked as such', async () => {
  college.roster = [late, gone, stays]
  server()
  open()
  const modal = await dialog()
  expect(names()).toEqual(['2', '3', '1'])
  expect(modal.getByText('Joined later: not counted unless marked')).toBeTruthy()
  expect(modal.getByText('Joined later, on 26 Nov 2026')).toBeTruthy()
  expect(modal.getByText('Left the group on 26 Nov 2026')).toBeTruthy()
  expect(counts()).toBe('Present0Absent0Leave0Not marked2')
  expect(modal.getAllByText('Not marked yet')).toHaveLength(2)
  expect([late, gone].map(({ name }) => pressed(name))).toEqual([[], ['Absent']])
})

test('who joined later is not sent unless marked', async () => {
  college.roster = [late, gone, stays]
  const calls = server()
  open()
  await dialog()
  await userEvent.click(rest())
  expect(counts()).toBe('Present2Absent0Leave0Not marked0')
  await save()
  expect(sent(calls)).toEqual([
    [2, 'present'],
    [3, 'present'],
  ])
})

test('who joined later has the same choices, and is sent once marked', async () => {
  college.roster = [late, stays]
  const calls = server()
  open()
  await dialog()
  await give('Ayesha', 'Absent')
  await give('Celina', 'Present')
  expect(counts()).toBe('Present1Absent1Leave0Not marked0')
  await save()
  expect(sent(calls)).toEqual([
    [1, 'absent'],
    [3, 'present'],
  ])
})

test('where all joined later, one press marks them: a college that begins in mid-term', async () => {
  college.roster = [late, { ...late, student_id: 2, name: 'Bilal' }]
  const calls = server()
  open()
  await dialog()
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  await userEvent.click(rest())
  await save()
  expect(sent(calls)).toEqual([
    [1, 'present'],
    [2, 'present'],
  ])
})

test('on paper they stand below the others too, with what they are', () => {
  expect(inOrder([late, gone, stays]).map(membershipText)).toEqual([
    'Left the group on 26 Nov 2026',
    undefined,
    'Joined later, on 26 Nov 2026',
  ])
})
