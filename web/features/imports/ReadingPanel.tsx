import { IconHelpCircle, IconInfoCircle } from '@tabler/icons-react'
import type { DateOrder, ImportPreview } from '../../../shared/contract/imports.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Group, Stack, Text } from '../../ui/elements.tsx'

interface Props {
  preview: ImportPreview
  onOrder: (order: DateOrder) => void
}

/** Tells how the file was read, and asks for the order of its dates when that is open. */
export function ReadingPanel({ preview, onOrder }: Props) {
  const { notes, ignored_columns: ignored } = preview
  const told = ignored.length > 0 ? [...notes, `Columns that are not read: ${ignored.join(', ')}`] : notes
  return (
    <>
      {told.length > 0 && (
        <Alert color="gray" icon={<IconInfoCircle aria-hidden />} title="How the file was read" role="note">
          <Stack gap={4} role="list">
            {told.map((note) => (
              <Text key={note} role="listitem" size="sm" style={{ overflowWrap: 'anywhere' }}>
                {note}
              </Text>
            ))}
          </Stack>
        </Alert>
      )}
      <OrderQuestion preview={preview} onOrder={onOrder} />
    </>
  )
}

const QUESTION = 'How are the days written?'

function OrderQuestion({ preview: { date_question: question, date_order: order }, onOrder }: Props) {
  if (!question) return null
  const choices: [DateOrder, string][] = [
    ['dmy', `${writtenDay(question.dmy)} (day first)`],
    ['mdy', `${writtenDay(question.mdy)} (month first)`],
  ]
  return (
    <Alert color={order ? 'gray' : 'yellow'} icon={<IconHelpCircle aria-hidden />} role={order ? 'note' : 'alert'}>
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          {QUESTION}
        </Text>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          Line {question.line} has the day {question.text}, and nothing in the file shows which of its numbers is the
          month. Which day is it? All days of the file are read the same way.
        </Text>
        <Group gap={8} role="group" aria-label={QUESTION}>
          {choices.map(([one, label]) => (
            <Button
              key={one}
              variant={order === one ? 'filled' : 'default'}
              aria-pressed={order === one}
              // The answer has removed the former button.
              autoFocus={order === one}
              onClick={() => onOrder(one)}
            >
              {label}
            </Button>
          ))}
        </Group>
      </Stack>
    </Alert>
  )
}
