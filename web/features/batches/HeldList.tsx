import type { Turn } from '../../../shared/contract/batches.ts'
import { Stack, Text, Title } from '../../ui/elements.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { DOT } from '../../ui/texts.ts'

interface Props {
  turn: Turn
  /** The name of the batch whose year has turned. */
  of: string
}

/** Names the students who were held back with the last turn, and the batch of those who were moved. */
export function HeldList({ turn: { held, from }, of }: Props) {
  if (held.length === 0) return null
  const title = `Held back in the ${from} (${held.length})`
  return (
    <Stack gap={4}>
      <Title order={3} size="h5">
        {title}
      </Title>
      <Stack gap={2} role="list" aria-label={title}>
        {held.map(({ id, name, roll_no, batch }) => (
          <Text key={id} size="sm" role="listitem" style={{ overflowWrap: 'anywhere' }}>
            <PersonName name={name} />
            {roll_no !== null && `${DOT}${roll_no}`}
            {batch !== of && `, ${batch === null ? 'in no batch now' : `now in ${batch}`}`}
          </Text>
        ))}
      </Stack>
    </Stack>
  )
}
