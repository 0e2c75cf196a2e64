import { Button, Group, Loader, Text } from '@mantine/core'
import { IconArrowLeft, IconMessageCircleOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { idFrom } from '../../core/url-state.ts'
import { ListState } from '../../layout/ListState.tsx'
import { Page } from '../../layout/Page.tsx'
import { later } from '../../ui/later.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { answeringQuery } from './answering.api.ts'
import { useHeld } from './held.ts'
import { InformationPanel } from './InformationPanel.tsx'
import { OwnAnswersPanel } from './OwnAnswersPanel.tsx'
import { closedText } from './rules.ts'

export { needs } from './answering.api.ts'

/** The key that the router gives to the first entry of a tab, which has nothing of ours before it. */
const FIRST_ENTRY = 'default'

/** Answering a survey. */
export function AnsweringPage() {
  const id = idFrom(useParams().surveyId ?? null)
  const { key } = useLocation()
  const navigate = useNavigate()
  const goBack = () => void (key === FIRST_ENTRY ? navigate('/student-feedback') : navigate(-1))
  return (
    <Page
      title="Feedback Survey"
      actions={
        <Button variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={goBack}>
          Back to Surveys
        </Button>
      }
    >
      {id === undefined ? <Problem text="Survey ID is required" /> : <Answering key={id} id={id} onBack={goBack} />}
    </Page>
  )
}

const LoadingQuestions = () => (
  <Group role="status" gap="sm">
    <Loader size={20} aria-hidden />
    <Text>Loading survey questions...</Text>
  </Group>
)

const SurveyForm = later(async () => (await import('./SurveyForm.tsx')).SurveyForm, <LoadingQuestions />)

function Answering({ id, onBack }: { id: number; onBack: () => void }) {
  const query = useQuery(answeringQuery(id))
  const held = useHeld(id)
  // Comes with the questions, not after them.
  useEffect(SurveyForm.load, [])
  return (
    <ListState query={query} skeleton={<LoadingQuestions />}>
      {(asked) => {
        if (asked === null)
          return (
            <>
              <Prompt
                icon={IconMessageCircleOff}
                title="Survey Not Found"
                text="The survey you're looking for doesn't exist or you don't have access to it."
                action={<Button onClick={onBack}>Back</Button>}
              />
              <OwnAnswersPanel surveyId={id} title={undefined} questions={[]} held={held} />
            </>
          )
        const { survey, knownAt } = asked
        const why = closedText(survey)
        return (
          <>
            <Text size="lg" fw={600} dir="auto" style={{ overflowWrap: 'anywhere' }}>
              {survey.title}
            </Text>
            {why === undefined || held.isWaiting ? (
              <SurveyForm survey={survey} knownAt={knownAt} held={held} onBack={onBack} />
            ) : (
              <>
                <Problem text={why} />
                <InformationPanel survey={survey} />
                <OwnAnswersPanel surveyId={id} title={survey.title} questions={survey.questions} held={held} />
              </>
            )}
          </>
        )
      }}
    </ListState>
  )
}
