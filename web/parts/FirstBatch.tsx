import { can } from '../../shared/permissions.ts'
import { useRoles } from '../core/login.ts'
import { ScreenButton } from '../layout/ScreenButton.tsx'

/** Leads to the batches when there is none, for a person who may add one. */
export function FirstBatch() {
  return can(useRoles(), 'batches:write') && <ScreenButton to="/batches">Go to Batches</ScreenButton>
}
