import { IconKey } from '@tabler/icons-react'
import type { ImportKind } from '../../../shared/contract/imports.ts'
import { labelOf } from '../../../shared/labels.ts'
import { CredentialSlips } from '../../parts/CredentialSlips.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Stack, Text, Title } from '../../ui/elements.tsx'
import { credentialsOf, type ImportResult } from './rules.ts'

/** The result of the import, with the passwords of the new accounts. */
export function ResultPanel({ kind, result }: { kind: ImportKind; result: ImportResult }) {
  const { created, updated, unchanged } = result
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
    </Stack>
  )
}
