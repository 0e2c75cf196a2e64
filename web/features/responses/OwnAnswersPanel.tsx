import { useId } from 'react'
import type { SurveyQuestion } from '../../../shared/contract/feedback/questions.ts'
import { Button } from '../../ui/buttons.tsx'
import { Paper, Stack, Text, Title } from '../../ui/elements.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { writtenAnswers } from './drafts.rules.ts'
import type { AnswersState } from './held.ts'
import { discardAnswers } from './kept.api.ts'

interface Props {
  surveyId: number
  /** Undefined when the survey is gone. */
  title: string | undefined
  questions: readonly SurveyQuestion[]
  held: AnswersState
}

/** Shows answers that can't be sent any more, to read and copy; nothing if there are none. */
export function OwnAnswersPanel({ surveyId, title, questions, held }: Props) {
  const titleId = useId()
  const { draft, unsent } = held
  if (!draft) return null
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={titleId}>
      <Stack gap="sm">
        <Title order={2} size="h4" id={titleId}>
          Your answers
        </Title>
        <Text size="sm">They are on this device only, and were not sent.</Text>
        <Facts facts={writtenAnswers(draft, questions).map(([asked, answer]) => [asked, answer, 'wide'])} />
        <div>
          <Button
            variant="default"
            onClick={() => discardAnswers({ id: surveyId, title: title ?? unsent?.title ?? 'this survey' })}
          >
            Discard
          </Button>
        </div>
      </Stack>
    </Paper>
  )
}
