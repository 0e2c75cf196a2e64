import { PAGE } from './pages.ts'
import type { Style } from './text.ts'

export const WIDTH = PAGE.width - 2 * PAGE.margin
export const GAP = 4

const DARK = '#1a1b1e'
export const DIM = '#495057'
export const LINE = '#ced4da'
export const BAR = '#0f6e73'
export const styles = {
  college: { size: 10, weight: 'bold', colour: DIM },
  letterhead: { size: 15, weight: 'bold', colour: BAR },
  title: { size: 17, weight: 'bold', colour: DARK },
  heading: { size: 11, weight: 'bold', colour: DARK },
  label: { size: 9, weight: 'bold', colour: DIM },
  text: { size: 9, weight: 'regular', colour: DARK },
  prose: { size: 10.5, weight: 'regular', colour: DARK },
  bar: { size: 8, weight: 'regular', colour: DARK },
  small: { size: 7, weight: 'regular', colour: DARK },
  note: { size: 8, weight: 'regular', colour: DIM },
} as const satisfies Record<string, Style>
