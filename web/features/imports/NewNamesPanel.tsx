import { IconPlus } from '@tabler/icons-react'
import type { NewName } from '../../../shared/contract/import-answers.ts'
import type { ImportPreview, UnknownName } from '../../../shared/contract/imports.ts'
import { folded } from '../../../shared/folding.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { Group, Stack, Text } from '../../ui/elements.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { UseButton } from './HintsRow.tsx'
import type { Mending } from './mending.ts'
import classes from './NewNamesPanel.module.css'
import { type Answers, rowsText, withNoun } from './rules.ts'

interface Props {
  preview: Pick<ImportPreview, 'unknown' | 'made' | 'fields' | 'rows'>
  answers: Pick<Answers, 'words' | 'ticks'>
  mending: Mending
  /** Called with all names that are made with the import. */
  onMake: (making: NewName[]) => void
  /** Called when a name was ticked or unticked, or its year or kind chosen: nothing is asked anew for it. */
  onChoose: (chosen: Pick<Answers, 'words' | 'ticks'>) => void
}

const keyOf = ({ field, name, as, choices }: UnknownName) => JSON.stringify([field, name, choices ? null : as])
const nameOf = ({ field, name, as }: UnknownName): NewName => ({ field, name, as })

/** Returns a name as people find it: "batch MBBS 2026", "group A of MBBS 2026 (Group in Medicine)". */
function titleOf({ noun, name, as, field, choices }: UnknownName, fields: Props['preview']['fields']): string {
  const heading = fields.find((one) => one.field === field)?.heading
  const title = withNoun(noun, name)
  if (noun === 'assessment' || noun === 'sessions of group') return `${title} of ${as}`
  return noun === 'group' ? `${title} of ${as} (${heading})` : `${title}${choices && as ? ` (${as})` : ''}`
}

/** Offers to make what the file names and nobody has made yet, and says what is made. */
export function NewNamesPanel(props: Props) {
  const { preview, onMake } = props
  const { unknown, made, fields } = preview
  return (
    <>
      {unknown.length > 0 && <UnknownNames {...props} onMake={(more) => onMake([...made.map(nameOf), ...more])} />}
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

function UnknownNames({ preview, answers: { words = {}, ticks = {} }, mending, onMake, onChoose }: Props) {
  const { unknown, fields, rows } = preview
  // A slip is mended in its row, and made by nobody's oversight.
  const isChosen = (one: UnknownName) => ticks[keyOf(one)] ?? one.like === null
  const wordOf = (one: UnknownName) => words[keyOf(one)] ?? one.choices?.[0] ?? ''
  const makingOf = (one: UnknownName): NewName => (one.choices ? { ...nameOf(one), as: wordOf(one) } : nameOf(one))
  const making = unknown.filter(isChosen)
  return (
    <Alert color="yellow" icon={<IconPlus aria-hidden />} title="Names that are not there yet" role="note">
      <Stack gap="xs">
        {unknown.map((one) => (
          <div key={keyOf(one)} className={classes.name}>
            <div>
              <Checkbox
                label={`Make ${titleOf({ ...one, as: one.choices ? null : one.as }, fields)}: ${rowsText(one.rows)}`}
                checked={isChosen(one)}
                onChange={({ currentTarget: { checked } }) => onChoose({ ticks: { ...ticks, [keyOf(one)]: checked } })}
                description={one.like === null ? undefined : `Did you mean ${one.like}?`}
              />
              <MeantButton one={one} rows={rows} mending={mending} />
            </div>
            {one.choices && (
              <SelectField
                label={one.noun === 'batch' ? `Year of ${one.name}` : `Kind of ${one.name}`}
                options={one.choices.map((choice) => ({ value: choice, label: choice }))}
                value={wordOf(one)}
                onChange={({ currentTarget: { value } }) => onChoose({ words: { ...words, [keyOf(one)]: value } })}
              />
            )}
          </div>
        ))}
        <Group>
          <Button variant="default" disabled={making.length === 0} onClick={() => onMake(making.map(makingOf))}>
            {makeText(making.length)}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

const makeText = (count: number) =>
  count === 0 ? 'Tick what to make' : `Make ${count === 1 ? 'it' : `these ${count}`} with the import`

interface MeantProps extends Pick<Props, 'mending'> {
  one: UnknownName
  rows: ImportPreview['rows']
}

/** Puts the stored name that is meant into all rows with the new one; the group of a wrong batch has no such name. */
function MeantButton({ one: { field, name, like }, rows, mending }: MeantProps) {
  if (like === null) return null
  const lines = rows
    .filter((row) => row.like?.[field]?.includes(like) && folded(row.values[field] ?? '') === folded(name))
    .map(({ line }) => line)
  return lines.length === 0 ? null : (
    <div style={{ margin: '4px 0 0 2rem' }}>
      <UseButton name={like} of={name} {...{ field, lines, mending }} />
    </div>
  )
}
