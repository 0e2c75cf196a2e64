import { IconBuildingHospital } from '@tabler/icons-react'
import type { TileLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const tile: TileLook = {
  screen,
  title: 'Departments',
  text: 'Academic and other departments of the college',
  icon: IconBuildingHospital,
}
