import { IconAlertTriangle } from '@tabler/icons-react'
import type { ImportPreview } from '../../../shared/contract/imports.ts'
import { counted } from '../../../shared/labels.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Group, Stack, Text } from '../../ui/elements.tsx'

interface Props {
  preview: Pick<ImportPreview, 'unsure_columns' | 'fields'>
  onColumn: (column: number, field: string | null) => void
}

/** Names the columns that are not read though they may hold what the file is about, and offers to read them all the same. */
export function UnsureColumnsPanel({ preview: { unsure_columns: columns, fields }, onColumn }: Props) {
  if (columns.length === 0) return null
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle aria-hidden />}
      title={`${counted(columns.length, 'column is', 'columns are')} not read yet. What is in ${columns.length === 1 ? 'it' : 'them'}?`}
      role="alert"
    >
      <Stack gap="sm">
        {columns.map(({ index, heading, field, sample }) => (
          <Group key={index} justify="space-between" gap="xs">
            <Text size="sm" style={{ flex: '1 1 12rem', overflowWrap: 'anywhere' }}>
              “{heading}” has cells such as “{sample}”. Nothing of it is imported unless you say so.
            </Text>
            <Group gap={8}>
              <Button variant="default" size="xs" onClick={() => onColumn(index, field)}>
                Read as {fields.find((one) => one.field === field)?.heading ?? heading}
              </Button>
              <Button
                variant="subtle"
                color="gray"
                size="xs"
                aria-label={`Leave out the column ${heading}`}
                onClick={() => onColumn(index, null)}
              >
                Leave out
              </Button>
            </Group>
          </Group>
        ))}
      </Stack>
    </Alert>
  )
}
