import { IconColumns } from '@tabler/icons-react'
import { useState } from 'react'
import type { ImportColumn, ImportPreview } from '../../../shared/contract/imports.ts'
import { isWideField, wideFieldOf } from '../../../shared/wide-fields.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Stack, Text } from '../../ui/elements.tsx'
import { type Option, SelectField } from '../../ui/SelectField.tsx'
import classes from './ColumnsPanel.module.css'
import { columnName, isNotable, readText, reasonOf } from './columns.ts'

const LEFT_OUT = '-'

interface Props {
  preview: ImportPreview
  /** True for a file that was just chosen: later checks of it leave the columns that people have looked at closed. */
  isFirst: boolean
  /** The place of the column whose use was changed last. */
  column: number | undefined
  onColumn: (column: number, field: string | null) => void
}

/** Shows what each column of the file was taken for, with some of its values, and lets people change that. */
export function ColumnsPanel({ preview, isFirst, column, onColumn }: Props) {
  const { file_columns: columns, fields } = preview
  const [opened, setOpened] = useState(
    column !== undefined || columns.some((one) => (isFirst ? isNotable(one) : one.asks !== null)),
  )
  if (columns.length === 0) return null
  const options = [
    ...fields.map(({ field, heading }) => ({ value: field, label: heading })),
    { value: LEFT_OUT, label: 'Leave out' },
  ]
  return (
    <Disclosure
      title="Columns of the file"
      icon={IconColumns}
      opened={opened}
      onToggle={() => setOpened(!opened)}
      summary={
        <Text size="sm" c="dimmed">
          {readText(columns)}
        </Text>
      }
    >
      {opened && (
        <Stack gap="xs">
          <Text size="sm">
            {readText(columns)}. Say what each is used as; it is kept on this device for the next file with these
            headings.
          </Text>
          <ul className={classes.columns}>
            {columns.map((one) => (
              <ColumnFields
                key={one.index}
                one={one}
                options={options.filter(({ value }) => !isWideField(value) || value === wideFieldOf(one.index))}
                reason={reasonOf(preview, one)}
                isFocused={one.index === column}
                onUse={(field) => onColumn(one.index, field)}
              />
            ))}
          </ul>
        </Stack>
      )}
    </Disclosure>
  )
}

interface ColumnProps {
  one: ImportColumn
  options: readonly Option[]
  reason: string | undefined
  isFocused: boolean
  onUse: (field: string | null) => void
}

function ColumnFields({ one, options, reason, isFocused, onUse }: ColumnProps) {
  const { field, asks, samples } = one
  return (
    <li className={classes.column}>
      <SelectField
        label={`Use "${columnName(one)}" as`}
        options={options}
        {...(asks !== null && { blank: 'Not said yet' })}
        value={field ?? (asks === null ? LEFT_OUT : '')}
        // The answer has removed the former field.
        autoFocus={isFocused}
        error={asks === null ? undefined : reason}
        description={asks === null ? reason : undefined}
        onChange={({ currentTarget: { value } }) => onUse(value === LEFT_OUT || value === '' ? null : value)}
      />
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {samples.length === 0 ? 'Empty' : samples.join(' · ')}
      </Text>
    </li>
  )
}
