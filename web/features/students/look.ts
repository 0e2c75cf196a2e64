import { IconUsers } from '@tabler/icons-react'
import type { ScreenLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const look: ScreenLook = {
  screen,
  title: 'Students',
  text: 'The students of a batch',
  icon: IconUsers,
  group: 'people',
  key: 's',
  deeds: [
    { title: 'Add a student', to: '/students?modal=add', action: 'students:write' },
    { title: 'Import students', to: '/students/import', action: 'students:write' },
  ],
}
