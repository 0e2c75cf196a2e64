import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Checkbox, CheckboxGroup, Radio, RadioGroup, Switch } from './choices.tsx'

function Days({ disabled = false }) {
  const [chosen, setChosen] = useState(['Tue'])
  return (
    <CheckboxGroup label="Weekdays" description="Two at most." error="Too few" value={chosen} onChange={setChosen}>
      {['Mon', 'Tue', 'Wed'].map((day) => (
        <Checkbox key={day} value={day} label={day} disabled={disabled} />
      ))}
    </CheckboxGroup>
  )
}

const isTicked = () => screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)

test('boxes of a group are ticked and unticked by their labels', async () => {
  render(<Days />)
  const group = screen.getByRole('group', { name: 'Weekdays' })
  expect(within(group).getAllByRole('checkbox')).toHaveLength(3)
  expect(isTicked()).toEqual([false, true, false])
  await userEvent.click(screen.getByText('Wed'))
  await userEvent.click(screen.getByText('Tue'))
  expect(isTicked()).toEqual([false, false, true])
})

test('a group is read out with its description and its problem', () => {
  render(<Days />)
  const ids = screen.getByRole('group').getAttribute('aria-describedby')?.split(' ') ?? []
  expect(ids.map((id) => document.getElementById(id)?.textContent)).toEqual(['Too few', 'Two at most.'])
})

test('a locked box takes no press', async () => {
  render(<Days disabled />)
  await userEvent.click(screen.getByText('Wed'))
  expect(isTicked()).toEqual([false, true, false])
})

test('the circles of a group are one stop of the Tab key, and arrows choose', async () => {
  function Answer() {
    const [answer, setAnswer] = useState('')
    return (
      <RadioGroup label="Clear?" value={answer} onChange={setAnswer}>
        <Radio value="yes" label="Yes" />
        <Radio value="no" label="No" />
      </RadioGroup>
    )
  }
  render(<Answer />)
  expect(screen.getByRole('radiogroup', { name: 'Clear?' })).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: 'Yes' }))
  await userEvent.keyboard('{ArrowDown}')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'No' }).checked).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Yes' }).checked).toBe(false)
  await userEvent.tab()
  expect(document.activeElement).toBe(document.body)
})

test('a box alone tells its problem, and a switch is one', async () => {
  render(
    <>
      <Checkbox label="Agreed" description="For good." error="Please agree" required />
      <Switch label="Repeat" />
    </>,
  )
  const box = screen.getByRole('checkbox', { name: 'Agreed' })
  expect(box.getAttribute('aria-invalid')).toBe('true')
  const said = (box.getAttribute('aria-describedby') ?? '').split(' ')
  expect(said.map((id) => document.getElementById(id)?.textContent)).toEqual(['For good.', 'Please agree'])
  await userEvent.click(screen.getByText('Repeat'))
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Repeat' }).checked).toBe(true)
})
