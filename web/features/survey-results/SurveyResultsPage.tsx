import { IconArrowLeft, IconChartBar, IconFilterOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { SurveyResults } from '../../../shared/contract/feedback/results.ts'
import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import { askedText, countedText, daysText, standingBeside } from '../../../shared/feedback/survey-texts.ts'
import { ApiError, messageOf } from '../../core/api-error.ts'
import { useFilters } from '../../core/url-state.ts'
import { ListState } from '../../layout/ListState.tsx'
import { Page } from '../../layout/Page.tsx'
import { ScreenButton } from '../../layout/ScreenButton.tsx'
import { DOCUMENTS, ExportPanel } from '../../parts/ExportPanel.tsx'
import { useSurveysLeft } from '../../parts/surveys-left.ts'
import { Button } from '../../ui/buttons.tsx'
import { Group, Paper, Skeleton, Stack, Text, Title } from '../../ui/elements.tsx'
import { FigureCards } from '../../ui/FigureCards.tsx'
import { later } from '../../ui/later.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { DOT } from '../../ui/texts.ts'
import { surveyQuery } from '../surveys/api.ts'
import { addressOf, exportResults, type Part, resultsQuery } from './api.ts'
import {
  emptyText,
  firstPages,
  isDivided,
  isShown,
  NO_PART,
  NO_PARTS,
  partOf,
  partsOf,
  respondedText,
  resultsFileName,
} from './rules.ts'
import classes from './SurveyResultsPage.module.css'

export { needs } from './api.ts'

const ChangesForm = later(async () => (await import('./ChangesForm.tsx')).ChangesForm)
const QuestionResultsList = later(
  async () => (await import('./QuestionResultsList.tsx')).QuestionResultsList,
  <Skeleton height={320} />,
)
const ReminderPanel = later(async () => (await import('./ReminderPanel.tsx')).ReminderPanel)
const ResultsFilterPanel = later(
  async () => (await import('./ResultsFilterPanel.tsx')).ResultsFilterPanel,
  <Skeleton height={84} />,
)

/** Shows the answers to a survey, and their number. */
export function SurveyResultsPage() {
  const { surveyId: id } = addressOf(useFilters())
  const survey = useQuery(surveyQuery(id))
  const left = useSurveysLeft()
  return (
    <Page
      title="Survey Results"
      actions={
        <ScreenButton to={`/feedback${left}`} icon={IconArrowLeft}>
          Back to Surveys
        </ScreenButton>
      }
    >
      {id === undefined ? (
        <Problem text="Survey ID is required" />
      ) : (
        <ListState query={survey} skeleton={<Skeleton height={240} />}>
          {(found) => <ResultsOf key={found.id} survey={found} />}
        </ListState>
      )}
    </Page>
  )
}

function ResultsOf({ survey }: { survey: FeedbackSurvey }) {
  const filters = useFilters()
  const part = partOf(survey, addressOf(filters).part)
  const results = useQuery(resultsQuery(survey.id, part))
  // The survey is there, so the 404 is about the part.
  const isGone = isDivided(part) && results.error instanceof ApiError && results.error.status === 404
  return (
    <>
      <SurveyHead survey={survey} />
      <div className={classes.tools} data-screen>
        {results.data && !results.isPlaceholderData && isShown(results.data) && (
          <ExportPanel
            formats={DOCUMENTS}
            fileName={() => resultsFileName(survey)}
            read={exportResults(survey.id, part)}
          />
        )}
        <ReminderPanel survey={survey} />
      </div>
      {partsOf(survey) !== 'none' && <ResultsFilterPanel survey={survey} part={part} filters={filters} />}
      {isGone ? (
        <Prompt
          icon={IconFilterOff}
          title={messageOf(results.error)}
          text="What this address asks for does not exist any more, or you have no access to it."
          action={
            <Button onClick={() => filters.set({ ...firstPages(filters.names()), ...NO_PART }, { staysInPlace: true })}>
              Show All Responses
            </Button>
          }
        />
      ) : (
        <ListState query={results} skeleton={<Skeleton height={320} />}>
          {(found) => (
            // The results of the former part stay until those of the next are there.
            <div className={classes.results} data-stale={results.isPlaceholderData || undefined}>
              <Responses results={found} />
              <Answers survey={survey} results={found} part={part} />
            </div>
          )}
        </ListState>
      )}
      <ChangesForm survey={survey} />
    </>
  )
}

/** Names the survey, its addressees and its state. */
function SurveyHead({ survey }: { survey: FeedbackSurvey }) {
  const beside = standingBeside(survey)
  return (
    <div>
      <Title order={2} size="h4" dir="auto" className={classes.title}>
        {survey.title}
      </Title>
      <Group gap={4} mt={4}>
        <StatusBadge status={survey.status} />
        {beside && <StatusBadge status={beside} />}
        <Text size="sm" c="dimmed">
          {askedText(survey)}
          {DOT}
          {daysText(survey)}
        </Text>
      </Group>
      {survey.is_anonymous && (
        <Text size="sm" mt={4}>
          This survey is anonymous. {NO_PARTS}
        </Text>
      )}
    </div>
  )
}

function Responses({ results }: { results: SurveyResults }) {
  const { asked, responded, response_rate, notice } = results
  const said = notice === null ? countedText(results) : undefined
  return (
    <Stack component="section" gap="sm" aria-label="Responses">
      <FigureCards
        label="Responses"
        figures={[
          { label: 'Students Asked', value: asked },
          { label: 'Students Who Answered', value: responded },
          { label: 'Response Rate', value: response_rate === null ? '—' : `${response_rate}%` },
        ]}
      />
      {/* The figures above tell it on paper. */}
      <Paper withBorder p="sm" data-screen>
        <ProgressBar label={respondedText(results)} percent={response_rate ?? 0} of="Response rate" />
      </Paper>
      {said && (
        <Text size="sm" c="dimmed">
          {said}
        </Text>
      )}
    </Stack>
  )
}

function Answers({ survey, results, part }: { survey: FeedbackSurvey; results: SurveyResults; part: Part }) {
  const { notice, counted, questions } = results
  if (notice !== null)
    return (
      <Prompt icon={IconChartBar} title={notice} text="With fewer, it could be guessed who has given which answer." />
    )
  if (counted === 0) return <Prompt icon={IconChartBar} title="No responses yet" text={emptyText(survey, part)} />
  return <QuestionResultsList surveyId={survey.id} part={part} counted={counted} questions={questions} />
}
