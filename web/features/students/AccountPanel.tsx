import { Button, Group, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { Credential } from '../../../shared/contract/accounts.ts'
import type { Student } from '../../../shared/contract/students.ts'
import { SIGN_IN_STATUSES } from '../../../shared/labels.ts'
import { messageOf } from '../../core/api-error.ts'
import { confirm } from '../../core/confirm.ts'
import { Problem } from '../../ui/Problem.tsx'
import { issueInitialPassword } from './api.ts'

interface Props {
  student: Student
  onIssued: (credential: Credential) => void
}

/** The account of a student: whether it has been used, and a new password for who has lost theirs. */
export function AccountPanel({ student, onIssued }: Props) {
  const mayEnter = SIGN_IN_STATUSES.some((status) => status === student.status)
  const issue = useMutation({ mutationFn: issueInitialPassword, onSuccess: onIssued })

  async function ask(): Promise<void> {
    const yes = await confirm({
      title: 'New initial password',
      message: 'The old password stops working and open sessions end.',
      confirmLabel: 'Issue password',
    })
    if (yes) issue.mutate(student)
  }

  return (
    <Stack gap="xs" mt="md">
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          {!mayEnter
            ? 'With this status the student cannot sign in.'
            : student.never_signed_in
              ? 'The student has never signed in.'
              : 'The student has signed in before.'}
        </Text>
        <Button
          variant="default"
          leftSection={<IconKey size={16} aria-hidden />}
          disabled={issue.isPending || !mayEnter}
          onClick={ask}
        >
          {issue.isPending ? 'Issuing...' : 'New initial password'}
        </Button>
      </Group>
      {issue.error && <Problem text={messageOf(issue.error)} />}
    </Stack>
  )
}
