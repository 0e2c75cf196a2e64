import { IconAlertTriangle } from '@tabler/icons-react'
import { type FormEvent, useId, useState } from 'react'
import type { ImportPreview } from '../../../shared/contract/imports.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Group, Stack, Text } from '../../ui/elements.tsx'
import { TextInput } from '../../ui/fields.tsx'

type Fill = (field: string, text: string) => void

/** Says what new records need or should have, and the file lacks; one word may fill it for all rows. */
export function MissingPanel({ preview: { missing, fields }, onFill }: { preview: ImportPreview; onFill: Fill }) {
  if (missing.length === 0) return null
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="The file lacks something" role="note">
      <Stack gap="xs">
        {missing.map(({ text, field }) => {
          const found = fields.find((one) => one.field === field)
          return (
            <div key={text}>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {text}
              </Text>
              {found && <FillFields {...found} onFill={onFill} />}
            </div>
          )
        })}
      </Stack>
    </Alert>
  )
}

function FillFields({ field, heading, choices = [], onFill }: ImportPreview['fields'][number] & { onFill: Fill }) {
  const [text, setText] = useState('')
  const list = useId()
  function fill(event: FormEvent): void {
    event.preventDefault()
    if (text.trim() !== '') onFill(field, text.trim())
  }
  return (
    <form onSubmit={fill}>
      <Group gap="xs" align="flex-end" mt={4}>
        <TextInput
          label={`${heading} for all rows without one`}
          list={list}
          value={text}
          autoComplete="off"
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={text.trim() === ''}>
          Fill in
        </Button>
      </Group>
      <datalist id={list}>
        {choices.map((choice) => (
          <option key={choice} value={choice} />
        ))}
      </datalist>
    </form>
  )
}
