import { IconAdjustments } from '@tabler/icons-react'
import { useState } from 'react'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Stack } from '../../ui/elements.tsx'
import { TextArea } from '../../ui/fields.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { DECISION_WORDS, optionsOf, RATING_WORDS, type Signature } from './rules.ts'

interface Props {
  value: Signature
  /** The reason why the line of feedback is refused. */
  problem: string | undefined
  onChange: (value: Signature) => void
}

/** Decision, rating and a line: what a signature may say besides the name. All of it is optional. */
export function SignatureFields({ value, problem, onChange }: Props) {
  const [opened, setOpened] = useState(false)
  return (
    <Disclosure
      title="Decision, rating, feedback"
      icon={IconAdjustments}
      opened={opened}
      onToggle={() => setOpened(!opened)}
    >
      <Stack gap="sm" mt="xs">
        <SelectField
          label="Decision"
          options={optionsOf(DECISION_WORDS)}
          value={value.decision}
          onChange={(event) => onChange({ ...value, decision: event.currentTarget.value as Signature['decision'] })}
        />
        <SelectField
          label="Rating"
          blank="No rating"
          options={optionsOf(RATING_WORDS)}
          value={value.rating}
          onChange={(event) => onChange({ ...value, rating: event.currentTarget.value as Signature['rating'] })}
        />
        <TextArea
          label="Feedback"
          rows={2}
          error={problem}
          value={value.feedback}
          onChange={(event) => onChange({ ...value, feedback: event.currentTarget.value })}
        />
      </Stack>
    </Disclosure>
  )
}
