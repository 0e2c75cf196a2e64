import { IconForms } from '@tabler/icons-react'
import type { ScreenLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const look: ScreenLook = {
  screen,
  title: 'Own Fields',
  text: 'What the college keeps of students and staff beside the usual',
  icon: IconForms,
  group: 'people',
  key: 'z',
  deeds: [
    {
      title: 'Add an own field',
      also: 'column cnic father registration custom',
      to: '/own-fields?modal=add',
      action: 'own-fields:write',
    },
  ],
}
