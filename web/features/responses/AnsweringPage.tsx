import { IconArrowLeft, IconMessageCircleOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { SurveyWithQuestions } from '../../../shared/contract/feedback/surveys.ts'
import { can } from '../../../shared/permissions.ts'
import { getLogin, useLogin, useRoles } from '../../core/login.ts'
import { hasPageBefore } from '../../core/page-before.ts'
import { useFilters } from '../../core/url-state.ts'
import { ListState } from '../../layout/ListState.tsx'
import { Page } from '../../layout/Page.tsx'
import { MissingStudent, MissingUser } from '../../parts/OwnStudent.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Group, Loader, Text } from '../../ui/elements.tsx'
import { later } from '../../ui/later.tsx'
import { useLeaveNote } from '../../ui/leave-note.ts'
import { Problem } from '../../ui/Problem.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { answeringQuery } from './answering.api.ts'
import { type AnswersState, useHeld } from './held.ts'
import { InformationPanel } from './InformationPanel.tsx'
import { OwnAnswersPanel } from './OwnAnswersPanel.tsx'
import { closedText, NO_RECORD } from './rules.ts'
import { useRunningTime } from './time.ts'

export { needs } from './answering.api.ts'

/** Answering a survey. */
export function AnsweringPage() {
  const answers = can(useRoles(), 'feedback-responses:submit')
  const userId = useLogin()?.user.id
  const id = useFilters().id('surveyId')
  const location = useLocation()
  const navigate = useNavigate()
  const goBack = () => void (hasPageBefore(location) ? navigate(-1) : navigate('/student-feedback'))
  const content = () => {
    if (!answers) return <MissingStudent title={NO_RECORD} />
    if (userId === undefined) return <MissingUser />
    if (id === undefined) return <Problem text="Survey ID is required" />
    return <Answering key={id} id={id} onBack={goBack} />
  }
  return (
    <Page
      title="Feedback Survey"
      actions={
        <Button variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={goBack}>
          Back to Surveys
        </Button>
      }
    >
      {content()}
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
  // Loads the form together with the questions.
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
        return <AskedSurvey survey={asked.survey} knownAt={asked.knownAt} held={held} onBack={onBack} />
      }}
    </ListState>
  )
}

interface AskedProps {
  survey: SurveyWithQuestions
  knownAt: string | undefined
  held: AnswersState
  onBack: () => void
}

/** Shows the survey's form, or the kept answers with the reason why they can't be sent any more. */
function AskedSurvey({ survey: asked, knownAt, held, onBack }: AskedProps) {
  const { left, hasRunOut } = useRunningTime(asked, knownAt === undefined)
  const survey: SurveyWithQuestions = hasRunOut ? { ...asked, standing: 'expired' } : asked
  const why = closedText(survey)
  useLeaveNote(
    () =>
      why === undefined &&
      held.draft !== undefined &&
      !held.isWaiting &&
      !held.begun.refused &&
      getLogin() !== undefined,
    'Not submitted yet: kept on this device.',
  )
  // In place of a long form the message would be out of sight.
  const said = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (why !== undefined) said.current?.scrollIntoView({ block: 'center' })
  }, [why])
  return (
    <>
      <Text size="lg" fw={600} dir="auto" style={{ overflowWrap: 'anywhere' }}>
        {survey.title}
      </Text>
      {why === undefined || held.isWaiting ? (
        <SurveyForm survey={survey} knownAt={knownAt} left={left} held={held} onBack={onBack} />
      ) : (
        <>
          <div ref={said}>
            <Problem text={why} />
          </div>
          <InformationPanel survey={survey} />
          <OwnAnswersPanel surveyId={survey.id} title={survey.title} questions={survey.questions} held={held} />
        </>
      )}
    </>
  )
}
