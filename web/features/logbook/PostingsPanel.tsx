import { IconMapPin } from '@tabler/icons-react'
import type { SkillStanding } from '../../../shared/contract/logbook.ts'
import type { OwnPosting } from '../../../shared/contract/postings.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { Stack, Text } from '../../ui/elements.tsx'
import { DOT } from '../../ui/texts.ts'
import { isRunning, leftText, missingText } from './running.ts'

interface Props {
  postings: readonly OwnPosting[]
  skills: readonly SkillStanding[]
}

const placeText = ({ department, ward }: OwnPosting) => [department.name, ward].filter(Boolean).join(', ')

/** Shows where a student is posted, what is missing by the end of it, and where the student goes next. */
export function PostingsPanel({ postings, skills }: Props) {
  const running = postings.filter(isRunning)
  const next = postings.find((one) => !isRunning(one))
  if (running.length === 0 && !next) return null
  return (
    <Stack component="section" gap="xs" aria-label="Posting">
      {running.map((posting) => (
        <div key={posting.id}>
          <Text fw={600}>
            <IconMapPin size={18} aria-hidden /> <bdi>{placeText(posting)}</bdi>
          </Text>
          <Text size="sm">
            Until {writtenDay(posting.last_day)}, {leftText(posting)}
            {DOT}
            {missingText(skills, posting.department.id)}
          </Text>
        </div>
      ))}
      {next && (
        <Text size="sm" c="dimmed">
          Next: <bdi>{placeText(next)}</bdi>, from {writtenDay(next.first_day)} to {writtenDay(next.last_day)}
        </Text>
      )}
    </Stack>
  )
}
