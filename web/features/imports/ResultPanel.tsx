import { IconKey, IconList } from '@tabler/icons-react'
import type { ImportKind } from '../../../shared/contract/imports.ts'
import { labelOf } from '../../../shared/labels.ts'
import { IMPORT_UNDO_DAYS } from '../../../shared/limits.ts'
import { type Action, can } from '../../../shared/permissions.ts'
import { messageOf } from '../../core/api-error.ts'
import { useRoles } from '../../core/login.ts'
import { ScreenButton } from '../../layout/ScreenButton.tsx'
import { CredentialSlips } from '../../parts/CredentialSlips.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Group, Stack, Text, Title } from '../../ui/elements.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { useUndo } from './past.api.ts'
import { credentialsOf, type ImportResult, resultText, SCREENS, withNoun } from './rules.ts'

interface Props {
  kind: ImportKind
  result: ImportResult
  /** The rows of the file that were imported. */
  rows: number
  /** Called when the passwords were saved. */
  onKept: () => void
  onUndone: () => void
}

/** The result of the import, with the passwords of the new accounts. */
export function ResultPanel({ kind, result, rows, onKept, onUndone }: Props) {
  const { created, import_id, made = [] } = result
  const { ask, isUndoing, error } = useUndo(kind, onUndone)
  const credentials = credentialsOf(result)
  return (
    <Stack gap="md">
      <Title order={2} size="h4">
        Imported
      </Title>
      <Text role="status">{resultText(kind, rows, result)}</Text>
      {made.length > 0 && (
        <Text style={{ overflowWrap: 'anywhere' }}>
          Made with it: {made.map(({ noun, name }) => withNoun(noun, name)).join(', ')}.
        </Text>
      )}
      {credentials.length > 0 && (
        <>
          <Alert color="yellow" icon={<IconKey aria-hidden />}>
            These initial passwords are shown only now. Print the slips or download them before you leave.
          </Alert>
          <CredentialSlips credentials={credentials} of={labelOf(kind)} onKept={onKept} />
        </>
      )}
      <NextSteps
        kind={kind}
        hasPasswords={credentials.length > 0}
        hasGroups={made.some(({ noun }) => noun === 'group')}
      />
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

/** Names the screen to go on with, besides the list. */
const NEXT: Partial<Record<ImportKind, [to: string, label: string, action: Action]>> = {
  students: ['/groups', 'Put students into groups', 'groups:write'],
  staff: ['/students/import', 'Import students', 'students:write'],
  groups: ['/groups', 'Put students into groups', 'groups:write'],
  departments: ['/staff/import', 'Import staff', 'staff:write'],
  designations: ['/staff/import', 'Import staff', 'staff:write'],
}

interface NextProps {
  kind: ImportKind
  hasPasswords: boolean
  /** The file has put its students into groups that it made. */
  hasGroups: boolean
}

/** Says what comes next. */
function NextSteps({ kind, hasPasswords, hasGroups }: NextProps) {
  const roles = useRoles()
  const [to, next, action] = NEXT[kind] ?? []
  const label = kind === 'students' && hasGroups ? 'Show the groups' : next
  return (
    <Stack gap="xs">
      <Text size="sm">
        {hasPasswords ? 'Next: hand out the passwords, then look at the list.' : 'Next: look at the list.'}
      </Text>
      <Group gap="xs">
        <ScreenButton to={SCREENS[kind].to} icon={IconList}>
          Show the {SCREENS[kind].of}
        </ScreenButton>
        {to !== undefined && label !== undefined && action !== undefined && can(roles, action) && (
          <ScreenButton to={to}>{label}</ScreenButton>
        )}
      </Group>
    </Stack>
  )
}
