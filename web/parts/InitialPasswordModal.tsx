import { IconCheck, IconKey } from '@tabler/icons-react'
import type { Credential } from '../../shared/contract/accounts.ts'
import { signInNameOf } from '../../shared/sign-in-name.ts'
import { Alert } from '../ui/Alert.tsx'
import { CopyTextButton } from '../ui/CopyTextButton.tsx'
import { Group, Stack, Text } from '../ui/elements.tsx'
import { CloseFooter, Modal } from '../ui/Modal.tsx'
import { PersonName } from '../ui/PersonName.tsx'
import classes from './InitialPasswordModal.module.css'

interface Props {
  credential: Credential
  /** The news of the success, told here since a toast would lie over the password: "Student created successfully!" */
  done?: string | undefined
  onClose: () => void
}

/** Shows an initial password, this once. */
export function InitialPasswordModal({ credential, done, onClose }: Props) {
  const { name, initial_password } = credential
  return (
    <Modal title="Initial password" size="md" keeps onClose={onClose} footer={<CloseFooter onClose={onClose} />}>
      <Stack gap="md">
        {done && (
          <Alert color="green" icon={<IconCheck aria-hidden />} role="status">
            {done}
          </Alert>
        )}
        <Text>
          <PersonName name={name} /> signs in with <strong className={classes.email}>{signInNameOf(credential)}</strong>{' '}
          and this password, and then has to choose a new one:
        </Text>
        <Group gap="sm">
          {/* Selected as a whole where the browser lets no page copy. */}
          <output aria-label="Initial password" className={classes.password}>
            {initial_password}
          </output>
          <CopyTextButton text={initial_password} isFirst />
        </Group>
        <Alert color="gray" icon={<IconKey aria-hidden />}>
          It is shown only now. If it gets lost, issue a new one from the person’s edit form.
        </Alert>
      </Stack>
    </Modal>
  )
}
