import { IconListDetails } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { EVERY_ROW, type Mended } from '../../../shared/contract/import-answers.ts'
import type { ImportPreview } from '../../../shared/contract/imports.ts'
import { counted } from '../../../shared/labels.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Stack, Text } from '../../ui/elements.tsx'
import { TextInput } from '../../ui/fields.tsx'
import type { Mending } from './mending.ts'
import classes from './WideColumnsPanel.module.css'

type WideColumn = ImportPreview['wide_columns'][number]

interface Props {
  preview: Pick<ImportPreview, 'wide_columns'>
  mended: Mended | undefined
  mending: Mending
  /** Called when what was changed is to be checked. */
  onCheck: () => void
}

/** Shows what holds for each column of marks or days alone, as its heading says it, and lets people change that. */
export function WideColumnsPanel({ preview: { wide_columns: columns }, mending, mended, onCheck }: Props) {
  const facts = columns.flatMap((one) => one.facts)
  const [opened, setOpened] = useState(facts.some(({ problem, value }) => problem !== null || value === ''))
  if (columns.length === 0) return null
  const names = (columns[0]?.facts ?? []).map(({ heading }) => heading.toLowerCase()).join(', ')
  return (
    <Disclosure
      title="Each column for itself"
      icon={IconListDetails}
      opened={opened}
      onToggle={() => setOpened(!opened)}
      summary={
        <Text size="sm" c="dimmed">
          {counted(columns.length, 'column')}: {names}
        </Text>
      }
    >
      {opened && (
        <Stack
          gap="sm"
          onKeyDown={({ key, target }) => {
            if (key === 'Enter' && target instanceof HTMLInputElement && mending.count > 0) onCheck()
          }}
        >
          <Text size="sm">
            Read from the heading where it says so. What a column says goes before the word for all rows; it counts for
            what is made with the import.
          </Text>
          <ul className={classes.columns}>
            {columns.map((one) => (
              <li key={one.index} className={classes.column}>
                <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                  {one.heading}
                </Text>
                <div className={classes.facts}>
                  {one.facts.map((fact) => (
                    <FactField key={fact.field} column={one} fact={fact} mending={mending} mended={mended} />
                  ))}
                </div>
              </li>
            ))}
          </ul>
        </Stack>
      )}
    </Disclosure>
  )
}

interface FactProps {
  column: WideColumn
  fact: WideColumn['facts'][number]
  mending: Mending
  mended: Mended | undefined
}

function FactField({ column, fact, mending, mended }: FactProps) {
  const { field, heading, value, problem, choices = [] } = fact
  const said = mending.textOf(EVERY_ROW, field) ?? mended?.[EVERY_ROW]?.[field]
  const [text, setText] = useState(said || value)
  const list = useId()
  return (
    <>
      <TextInput
        label={heading}
        aria-label={`${heading} of the column ${column.heading}`}
        {...(choices.length > 0 && { list })}
        autoComplete="off"
        value={text}
        error={problem ?? undefined}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          mending.write(EVERY_ROW, field, currentTarget.value)
        }}
      />
      {choices.length > 0 && (
        <datalist id={list}>
          {choices.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      )}
    </>
  )
}
