import { Button } from '@mantine/core'
import { can } from '../../shared/permissions.ts'
import { useRoles } from '../core/login.ts'
import { ScreenLink } from '../layout/ScreenLink.tsx'

/** Leads to the batches when there is none, for a person who may add one. */
export function FirstBatch() {
  return (
    can(useRoles(), 'batches:write') && (
      <Button component={ScreenLink} to="/batches" variant="default">
        Go to Batches
      </Button>
    )
  )
}
