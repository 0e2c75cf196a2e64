import { Button } from '@mantine/core'
import { can } from '../../shared/permissions.ts'
import { useRoles } from '../core/login.ts'
import { ScreenLink } from '../layout/ScreenLink.tsx'

/** The way to the batches for who may add one, where there is none to choose. */
export function FirstBatch() {
  return (
    can(useRoles(), 'batches:write') && (
      <Button component={ScreenLink} to="/batches" variant="default">
        Go to Batches
      </Button>
    )
  )
}
