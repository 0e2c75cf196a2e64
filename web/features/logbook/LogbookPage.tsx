import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { OwnLogbookPanel } from './OwnLogbookPanel.tsx'
import { StaffLogbookPanel } from './StaffLogbookPanel.tsx'

export { needs } from './api.ts'

/** Shows students their own logbook, and staff what they sign and may read. */
export const LogbookPage = () => (can(useRoles(), 'logbook:log') ? <OwnLogbookPanel /> : <StaffLogbookPanel />)
