import { can } from '../../../shared/permissions.ts'
import { chooseLetterKeys, useLetterKeys } from '../../core/letter-keys.ts'
import { useRoles } from '../../core/login.ts'
import { Checkbox } from '../../ui/choices.tsx'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import classes from './Navigation.module.css'
import type { Way } from './ways.ts'

/** The keys that lead to screens. */
export function KeysModal({ ways, onClose }: { ways: readonly Way[]; onClose: () => void }) {
  const isOn = useLetterKeys()
  const finds = can(useRoles(), 'search:read')
  return (
    <Modal title="Keys" onClose={onClose} footer={<CloseFooter onClose={onClose} />}>
      <dl className={classes.keys}>
        {finds && <KeyFact letter="/" does="Search" />}
        <KeyFact letter="?" does="Show these keys" />
        {ways.map(({ key, path, title }) => key && <KeyFact key={path} first="g" letter={key} does={title} />)}
      </dl>
      <Checkbox
        label="Use letters as keys on this device"
        checked={isOn}
        onChange={(event) => chooseLetterKeys(event.currentTarget.checked)}
      />
    </Modal>
  )
}

const KeyFact = ({ first, letter, does }: { first?: string; letter: string; does: string }) => (
  <div className={classes.keyFact}>
    <dt>
      {first && <kbd>{first}</kbd>}
      <kbd>{letter}</kbd>
    </dt>
    <dd>{does}</dd>
  </div>
)
