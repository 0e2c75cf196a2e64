import { useRoles } from '../../core/login.ts'
import { Modal } from '../../ui/Modal.tsx'
import classes from './Navigation.module.css'
import { WaysList } from './WaysList.tsx'
import type { Way } from './ways.ts'

/** All screens of a person, on a phone. */
export function ScreensModal({ ways, onClose }: { ways: readonly Way[]; onClose: () => void }) {
  const roles = useRoles()
  return (
    <Modal title="All screens" onClose={onClose}>
      <nav className={classes.all} aria-label="All screens">
        <WaysList roles={roles} ways={ways} isNamed replace />
      </nav>
    </Modal>
  )
}
