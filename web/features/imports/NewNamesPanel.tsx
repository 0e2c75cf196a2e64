import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { NewName } from '../../../shared/contract/import-answers.ts'
import type { ImportPreview, UnknownName } from '../../../shared/contract/imports.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { Group, Stack, Text } from '../../ui/elements.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import classes from './NewNamesPanel.module.css'
import { rowsText } from './rules.ts'

interface Props {
  preview: Pick<ImportPreview, 'unknown' | 'made' | 'fields'>
  /** The years and kinds that were chosen before. */
  words: Record<string, string> | undefined
  /** Called with all names that are made with the import, and the years and kinds that were chosen. */
  onMake: (making: NewName[], words?: Record<string, string>) => void
}

const keyOf = ({ field, name, as, choices }: UnknownName) => JSON.stringify([field, name, choices ? null : as])
const nameOf = ({ field, name, as }: UnknownName): NewName => ({ field, name, as })

/** Returns a name as people find it: "batch MBBS 2026", "group A of MBBS 2026 (Group in Medicine)". */
function titleOf({ noun, name, as, field, choices }: UnknownName, fields: Props['preview']['fields']): string {
  const heading = fields.find((one) => one.field === field)?.heading
  if (noun === 'assessment' || noun === 'sessions of group') return `${noun} ${name} of ${as}`
  return noun === 'group'
    ? `${noun} ${name} of ${as} (${heading})`
    : `${noun} ${name}${choices && as ? ` (${as})` : ''}`
}

/** Offers to make what the file names and nobody has made yet, and says what is made. */
export function NewNamesPanel({ preview, words, onMake }: Props) {
  const { unknown, made, fields } = preview
  return (
    <>
      {unknown.length > 0 && (
        <UnknownNames
          key={unknown.map(keyOf).join()}
          unknown={unknown}
          fields={fields}
          words={words}
          onMake={(more, said) => onMake([...made.map(nameOf), ...more], said)}
        />
      )}
      {made.length > 0 && (
        <Alert color="gray" icon={<IconPlus aria-hidden />} role="note">
          <Group justify="space-between" gap="xs">
            <Text size="sm" style={{ flex: '1 1 12rem', overflowWrap: 'anywhere' }}>
              Made with the import: {made.map((one) => titleOf(one, fields)).join(', ')}.
            </Text>
            <Button variant="default" size="xs" onClick={() => onMake([])}>
              Make none of them
            </Button>
          </Group>
        </Alert>
      )}
    </>
  )
}

interface UnknownProps extends Pick<Props, 'onMake' | 'words'> {
  unknown: readonly UnknownName[]
  fields: Props['preview']['fields']
}

function UnknownNames({ unknown, fields, words: before = {}, onMake }: UnknownProps) {
  // A slip is mended in its row, and made by nobody's oversight.
  const [chosen, setChosen] = useState(() => new Set(unknown.filter(({ like }) => like === null).map(keyOf)))
  const [words, setWords] = useState(before)
  const wordOf = (one: UnknownName) => words[keyOf(one)] ?? one.choices?.[0] ?? ''
  const makingOf = (one: UnknownName): NewName => (one.choices ? { ...nameOf(one), as: wordOf(one) } : nameOf(one))
  const making = unknown.filter((one) => chosen.has(keyOf(one)))
  function toggle(key: string): void {
    const after = new Set(chosen)
    if (!after.delete(key)) after.add(key)
    setChosen(after)
  }
  return (
    <Alert color="yellow" icon={<IconPlus aria-hidden />} title="Names that are not there yet" role="note">
      <Stack gap="xs">
        {unknown.map((one) => (
          <div key={keyOf(one)} className={classes.name}>
            <Checkbox
              label={`Make ${titleOf({ ...one, as: one.choices ? null : one.as }, fields)}: ${rowsText(one.rows)}`}
              checked={chosen.has(keyOf(one))}
              onChange={() => toggle(keyOf(one))}
              description={one.like === null ? undefined : `Did you mean ${one.like}? Then mend it in its row.`}
            />
            {one.choices && (
              <SelectField
                label={one.noun === 'batch' ? `Year of ${one.name}` : `Kind of ${one.name}`}
                options={one.choices.map((choice) => ({ value: choice, label: choice }))}
                value={wordOf(one)}
                onChange={({ currentTarget: { value } }) => setWords({ ...words, [keyOf(one)]: value })}
              />
            )}
          </div>
        ))}
        <Group>
          <Button variant="default" disabled={making.length === 0} onClick={() => onMake(making.map(makingOf), words)}>
            Make {making.length === 1 ? 'it' : `these ${making.length}`} with the import
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
