import { IconCertificate } from '@tabler/icons-react'
import { can } from '../../../shared/permissions.ts'
import type { ScreenLook } from '../../core/screens.ts'
import { screen } from './screen.ts'

export const look: ScreenLook = {
  screen,
  title: 'Eligibility',
  text: (roles) =>
    can(roles, 'eligibility:read')
      ? 'Who may sit the examination, and what others lack'
      : 'What you still need to sit the examination',
  icon: IconCertificate,
  group: 'reports',
  key: 'q',
  beside: ['/eligibility/rules', '/eligibility/lists', '/eligibility/documents', '/eligibility/packs'],
  deeds: [
    {
      title: 'Look up a frozen eligibility list',
      also: 'examination list compare differences',
      to: '/eligibility/lists',
      action: 'eligibility:read',
    },
    {
      title: 'Look up an issued document',
      also: 'certificate verification withdrawn replaced paper number',
      to: '/eligibility/documents',
      action: 'eligibility:read',
    },
    {
      title: 'Change what the examination requires',
      also: 'eligibility rules minimum attendance percent',
      to: '/eligibility/rules',
      action: 'eligibility:write-rules',
    },
    {
      title: 'Make an inspection pack',
      also: 'inspection zip archive regulator council audit download everything of a batch',
      to: '/eligibility/packs?modal=add',
      action: 'packs:make',
    },
  ],
}
