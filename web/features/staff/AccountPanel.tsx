import { Button, Group, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import type { Credential } from '../../../shared/contract/accounts.ts'
import { SIGNED_IN_ALREADY } from '../../../shared/contract/accounts.ts'
import type { Staff } from '../../../shared/contract/staff.ts'
import { SIGN_IN_STATUSES } from '../../../shared/labels.ts'
import { messageOf } from '../../core/api-error.ts'
import { confirm } from '../../core/confirm.ts'
import { useRoles } from '../../core/login.ts'
import { Problem } from '../../ui/Problem.tsx'
import { useStaffChanges } from './api.ts'

interface Props {
  person: Staff
  onCredential: (credential: Credential) => void
}

/** A new password for somebody who lost theirs. */
export function AccountPanel({ person, onCredential }: Props) {
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { issuePassword } = useStaffChanges()
  const roles = useRoles()
  // Who has chosen a password is not locked out by just anybody who may edit them.
  const isTrusted = person.never_signed_in === true || roles.includes('admin') || roles.includes('hod')
  const mayEnter = SIGN_IN_STATUSES.some((status) => status === person.status)

  async function ask() {
    const yes = await confirm({
      title: 'New initial password',
      message: 'The old password stops working and open sessions end.',
      confirmLabel: 'Issue password',
    })
    if (!yes) return
    setFailure(undefined)
    setBusy(true)
    try {
      onCredential((await issuePassword({ params: { id: person.user_id } })).data)
    } catch (error) {
      setFailure(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Stack gap="xs" mt="lg">
      <Group gap="sm">
        <Button
          variant="default"
          disabled={busy || !mayEnter || !isTrusted}
          leftSection={<IconKey size={16} aria-hidden />}
          onClick={ask}
        >
          {busy ? 'Issuing...' : 'New initial password'}
        </Button>
        <Text size="sm" c="dimmed" style={{ flex: '1 1 12rem' }}>
          {!mayEnter
            ? 'With this status the person cannot sign in.'
            : isTrusted
              ? 'For somebody who forgot theirs, or never got one.'
              : SIGNED_IN_ALREADY}
        </Text>
      </Group>
      {failure && <Problem text={failure} />}
    </Stack>
  )
}
