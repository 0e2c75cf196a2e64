import { IconKey } from '@tabler/icons-react'
import type { ImportKind } from '../../../shared/contract/imports.ts'
import { labelOf } from '../../../shared/labels.ts'
import { IMPORT_UNDO_DAYS } from '../../../shared/limits.ts'
import { messageOf } from '../../core/api-error.ts'
import { CredentialSlips } from '../../parts/CredentialSlips.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Group, Stack, Text, Title } from '../../ui/elements.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { useUndo } from './past.api.ts'
import { credentialsOf, type ImportResult } from './rules.ts'

interface Props {
  kind: ImportKind
  result: ImportResult
  onUndone: () => void
}

/** The result of the import, with the passwords of the new accounts. */
export function ResultPanel({ kind, result, onUndone }: Props) {
  const { created, updated, unchanged, import_id } = result
  const { ask, isUndoing, error } = useUndo(kind, onUndone)
  const credentials = credentialsOf(result)
  return (
    <Stack gap="md">
      <Title order={2} size="h4">
        Imported
      </Title>
      <Text role="status">
        Created {created}, updated {updated}, unchanged {unchanged}
      </Text>
      {credentials.length > 0 && (
        <>
          <Alert color="yellow" icon={<IconKey aria-hidden />}>
            These initial passwords are shown only now. Print the slips or download them before you leave.
          </Alert>
          <CredentialSlips credentials={credentials} of={labelOf(kind)} />
        </>
      )}
      {error && <Problem text={messageOf(error)} />}
      {import_id !== null && (
        <Group gap="xs">
          <Button variant="default" disabled={isUndoing} onClick={() => ask({ id: import_id, created })}>
            {isUndoing ? 'Undoing...' : 'Undo this import'}
          </Button>
          <Text size="sm" c="dimmed">
            An import can be undone for {IMPORT_UNDO_DAYS} days.
          </Text>
        </Group>
      )}
    </Stack>
  )
}
