import { IconKey } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { Credential } from '../../shared/contract/accounts.ts'
import { messageOf } from '../core/api-error.ts'
import { confirm } from '../core/confirm.ts'
import { Button } from '../ui/buttons.tsx'
import { Group, Stack, Text } from '../ui/elements.tsx'
import { Problem } from '../ui/Problem.tsx'
import { TwoStepReset } from './TwoStepReset.tsx'

interface Props {
  userId: number
  /** The account's state, or the reason why no password may be issued. */
  note: string
  mayIssue: boolean
  issue: () => Promise<Credential>
  onIssued: (credential: Credential) => void
}

/** Issues a new password or removes the second factor, for a person who has lost theirs. */
export function AccountPanel({ userId, note, mayIssue, issue, onIssued }: Props) {
  const issuing = useMutation({ mutationFn: issue, onSuccess: onIssued })

  async function ask(): Promise<void> {
    const yes = await confirm({
      title: 'New initial password',
      message: 'The old password stops working and open sessions end.',
      confirmLabel: 'Issue password',
    })
    if (yes) issuing.mutate()
  }

  return (
    <Stack gap="xs" mt="md">
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" style={{ flex: '1 1 12rem' }}>
          {note}
        </Text>
        <Button
          variant="default"
          leftSection={<IconKey size={16} aria-hidden />}
          disabled={!mayIssue}
          // Not disabled while it works: the password's dialog gives the focus back to it.
          aria-disabled={issuing.isPending || undefined}
          onClick={() => !issuing.isPending && ask()}
        >
          {issuing.isPending ? 'Issuing...' : 'New initial password'}
        </Button>
      </Group>
      {issuing.error && <Problem text={messageOf(issuing.error)} />}
      <TwoStepReset userId={userId} />
    </Stack>
  )
}
