import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Tabs } from './Tabs.tsx'

const TABS = ['Medicine', 'Surgery', 'Paediatrics', 'Gynaecology'].map((label, place) => ({
  value: String(place),
  label,
}))

function Departments() {
  const [value, setValue] = useState('2')
  return (
    <Tabs label="Departments" tabs={TABS} value={value} onChange={setValue}>
      {TABS[Number(value)]?.label} is shown.
    </Tabs>
  )
}

/** Gives tabs of 100 px in a list of 200, as a narrow screen would. */
function drawn() {
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(200)
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return 100 * TABS.findIndex(({ label }) => label === this.textContent)
  })
}

test('the chosen tab comes into the middle of tabs that scroll sideways', async () => {
  drawn()
  render(<Departments />)
  const list = screen.getByRole('tablist', { name: 'Departments' })
  expect(list.scrollLeft).toBe(150)
  screen.getByRole('tab', { name: 'Paediatrics' }).focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Gynaecology')
  expect(screen.getByRole('tabpanel').textContent).toBe('Gynaecology is shown.')
  expect(list.scrollLeft).toBe(250)
})
