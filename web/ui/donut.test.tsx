import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Donut, type Slice } from './Donut.tsx'

const slices: readonly Slice[] = [
  { label: 'Present', value: 6, meaning: 'good' },
  { label: 'Absent', value: 0, meaning: 'bad' },
  { label: 'Leave', value: 2, meaning: 'waiting' },
]
const shown = (some: readonly Slice[], figure = '75%') =>
  render(<Donut caption="Attendance in Medicine" unit="Sessions" slices={some} figure={figure} />)
const arcs = (container: HTMLElement) =>
  [...container.querySelectorAll('circle[pathLength]')].map((arc) => [
    arc.getAttribute('data-meaning'),
    arc.getAttribute('stroke-dasharray'),
    arc.getAttribute('stroke-dashoffset'),
  ])

test('each share is an arc that begins where the one before ends; none is drawn for nothing', () => {
  const { container } = shown([{ label: 'Late', value: 1, meaning: 'bad' }, ...slices])
  expect(arcs(container)).toEqual([
    ['bad', '1 8', '0'],
    ['good', '6 3', '-1'],
    ['waiting', '2 7', '-7'],
  ])
  expect(container.querySelector('circle[pathLength]')?.getAttribute('pathLength')).toBe('9')
})

test('the numbers stand beside the ring as a table, with their total', () => {
  shown(slices)
  const table = screen.getByRole('table', { name: 'Attendance in Medicine' })
  const rows = within(table).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual(['StatusSessions', 'Present6', 'Absent0', 'Leave2', 'Total8'])
  expect(screen.getByRole('img', { name: 'Attendance in Medicine: 6 present, 0 absent, 2 leave' })).toBeTruthy()
  expect(screen.getByText('75%')).toBeTruthy()
})

test('without anything counted only the ground of the ring is drawn', () => {
  const { container } = shown(
    slices.map((slice) => ({ ...slice, value: 0 })),
    '—',
  )
  expect(arcs(container)).toEqual([])
  expect(container.querySelectorAll('circle')).toHaveLength(1)
})
