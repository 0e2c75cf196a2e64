import { IconShieldOff } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { accounts } from '../../shared/contract/accounts.ts'
import { secondFactor } from '../../shared/contract/second-factor.ts'
import { can } from '../../shared/permissions.ts'
import { messageOf } from '../core/api-error.ts'
import { confirm } from '../core/confirm.ts'
import { useRoles } from '../core/login.ts'
import { queryOf, useChange } from '../core/queries.ts'
import { toast } from '../core/toasts.ts'
import { Button } from '../ui/buttons.tsx'
import { Group, Text } from '../ui/elements.tsx'
import { Problem } from '../ui/Problem.tsx'

const EFFECTS = { stale: [accounts] }

/** Lets administrators remove the second factor of a person who has lost phone and recovery codes. */
export function TwoStepReset({ userId }: { userId: number }) {
  const isFor = can(useRoles(), 'second-factor:reset')
  const account = useQuery({ ...queryOf(accounts.list, { query: { id: userId, per_page: 1 } }), enabled: isFor })
  const reset = useChange(secondFactor.reset, EFFECTS)
  const resetting = useMutation({
    mutationFn: () => reset({ params: { id: userId } }),
    onSuccess: () => toast.success('Two-step sign-in was switched off.'),
  })
  if (!isFor || !account.data?.data[0]?.has_second_factor) return null

  async function ask(): Promise<void> {
    const yes = await confirm({
      title: 'Switch two-step sign-in off',
      message: 'The person signs in with the password alone, open sessions end, and the person is told by whom.',
      confirmLabel: 'Switch off',
      danger: true,
    })
    if (yes) resetting.mutate()
  }

  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" style={{ flex: '1 1 12rem' }}>
          Two-step sign-in is on.
        </Text>
        <Button
          variant="default"
          leftSection={<IconShieldOff size={16} aria-hidden />}
          disabled={resetting.isPending}
          onClick={ask}
        >
          {resetting.isPending ? 'Switching off...' : 'Switch two-step sign-in off'}
        </Button>
      </Group>
      {resetting.error && <Problem text={messageOf(resetting.error)} />}
    </>
  )
}
