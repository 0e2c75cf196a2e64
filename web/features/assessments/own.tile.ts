import { IconCertificate } from '@tabler/icons-react'
import type { TileLook } from '../../core/screens.ts'
import { screen } from './own.screen.ts'

export const tile: TileLook = {
  screen,
  title: 'My Results',
  text: 'Your marks in the assessments that have been evaluated',
  icon: IconCertificate,
}
