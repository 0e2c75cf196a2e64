import { IconNotebook } from '@tabler/icons-react'
import type { ScreenLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const look: ScreenLook = {
  screen,
  title: 'Logbook',
  text: 'Performances of skills, counted and signed',
  icon: IconNotebook,
  group: 'teaching',
  key: 'o',
  waiting: ['to-sign', 'entries-returned'],
  deeds: [
    { title: 'Log a performance', also: 'skill procedure', to: '/logbook?modal=log', action: 'logbook:log' },
    { title: 'Sign by code', also: 'scan performance logbook', to: '/logbook?modal=sign', action: 'logbook:sign' },
  ],
}
