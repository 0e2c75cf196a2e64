import { IconStethoscope } from '@tabler/icons-react'
import type { TileLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const tile: TileLook = {
  screen,
  title: 'Staff',
  text: 'Teachers and employees, their departments and roles',
  icon: IconStethoscope,
}
