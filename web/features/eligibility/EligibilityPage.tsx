import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { EligibilityPanel } from './EligibilityPanel.tsx'
import { OwnEligibilityPanel } from './OwnEligibilityPanel.tsx'

export { needs } from './api.ts'

/** Shows staff a batch, and students the own record. */
export const EligibilityPage = () =>
  can(useRoles(), 'eligibility:read') ? <EligibilityPanel /> : <OwnEligibilityPanel />
