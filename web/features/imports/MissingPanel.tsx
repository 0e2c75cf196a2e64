import { IconAlertTriangle } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { EVERY_ROW, type Mended } from '../../../shared/contract/import-answers.ts'
import type { ImportPreview } from '../../../shared/contract/imports.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Stack, Text } from '../../ui/elements.tsx'
import { TextInput } from '../../ui/fields.tsx'
import { boxesOf, boxProblem, type Mending } from './mending.ts'

interface Props {
  preview: ImportPreview
  mended: Mended | undefined
  mending: Mending
  /** Called when what was changed is to be checked. */
  onCheck: () => void
}

/** Says what new records need or should have, and the file lacks; one word may fill it for all rows. */
export function MissingPanel({ preview, mended, mending, onCheck }: Props) {
  const { missing, fields } = preview
  const boxes = boxesOf(preview, mended)
  const kept = boxes.filter((field) => !missing.some((one) => one.field === field))
  if (missing.length === 0 && kept.length === 0) return null
  const boxOf = (field: string | null) => {
    const found = fields.find((one) => one.field === field)
    if (!found) return null
    return (
      <BoxField key={field} {...found} problem={boxProblem(preview, mended, found.field)} {...{ mended, mending }} />
    )
  }
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle aria-hidden />}
      title={missing.length > 0 ? 'The file lacks something' : 'Filled in for all rows'}
      role="note"
    >
      <Stack
        gap="xs"
        onKeyDown={({ key, target }) => {
          if (key === 'Enter' && target instanceof HTMLInputElement && mending.count > 0) onCheck()
        }}
      >
        {missing.map(({ text, field }) => (
          <div key={text}>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {text}
            </Text>
            {boxOf(field)}
          </div>
        ))}
        {kept.map(boxOf)}
      </Stack>
    </Alert>
  )
}

type BoxProps = ImportPreview['fields'][number] & Pick<Props, 'mended' | 'mending'> & { problem: string | undefined }

/** The word that fills the empty cells of a field; it stays to be changed once it was checked. */
function BoxField({ field, heading, choices = [], mended, mending, problem }: BoxProps) {
  const [text, setText] = useState(() => mending.textOf(EVERY_ROW, field) ?? mended?.[EVERY_ROW]?.[field] ?? '')
  const list = useId()
  return (
    <div style={{ maxWidth: '20rem', marginTop: 4 }}>
      <TextInput
        label={`${heading} for all rows without one`}
        list={list}
        value={text}
        autoComplete="off"
        error={problem}
        onChange={({ currentTarget: { value } }) => {
          setText(value)
          mending.write(EVERY_ROW, field, value)
        }}
      />
      <datalist id={list}>
        {choices.map((choice) => (
          <option key={choice} value={choice} />
        ))}
      </datalist>
    </div>
  )
}
