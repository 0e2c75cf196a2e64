import { useId } from 'react'
import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import { ScreenLink } from '../../layout/ScreenLink.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Text } from '../../ui/elements.tsx'
import { ANSWERING, closedText } from './rules.ts'

/** Leads to a survey's questions, or says why it does not. */
export function TakeSurveyRow({ survey }: { survey: FeedbackSurvey }) {
  const whyId = useId()
  const why = closedText(survey)
  const of = `Take Survey: ${survey.title}`
  if (why === undefined)
    return (
      <Button component={ScreenLink} to={`${ANSWERING}${survey.id}`} aria-label={of}>
        Take Survey
      </Button>
    )
  return (
    <>
      <Button disabled aria-label={of} aria-describedby={whyId}>
        Take Survey
      </Button>
      <Text id={whyId} size="sm" c="dimmed" style={{ order: 1, flex: '1 0 100%' }}>
        {why}
      </Text>
    </>
  )
}
