import { IconBuildingHospital } from '@tabler/icons-react'
import type { ScreenLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const look: ScreenLook = {
  screen,
  title: 'Departments',
  text: 'Academic and other departments of the college',
  icon: IconBuildingHospital,
  group: 'college',
  key: 'd',
  deeds: [
    { title: 'Add a department', to: '/department?modal=add', action: 'departments:write' },
    { title: 'Import departments', to: '/department/import', action: 'departments:write' },
  ],
}
