import { IconChartBar, IconCopy, IconListCheck } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { collegeToday } from '../../../shared/college-clock.ts'
import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import { askedText, daysText } from '../../../shared/feedback/survey-texts.ts'
import { labelOf } from '../../../shared/labels.ts'
import { answeredMay, answersOf, lackOf } from '../../../shared/policies/feedback.ts'
import { allows } from '../../../shared/policies/policy.ts'
import { ScreenLink } from '../../layout/ScreenLink.tsx'
import { StatusBadges } from '../../parts/SurveyStatus.tsx'
import { surveysLeft } from '../../parts/surveys-left.ts'
import { Button } from '../../ui/buttons.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Text } from '../../ui/elements.tsx'
import { IconAction } from '../../ui/IconAction.tsx'
import { RowActions } from '../../ui/RowActions.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { actionsOf, excerpt } from './rules.ts'
import classes from './SurveysTable.module.css'

interface Props {
  surveys: readonly FeedbackSurvey[]
  /** The id of the survey that is being changed. */
  changing?: number | undefined
  loading?: boolean
  onAction: (action: string, survey: FeedbackSurvey) => void
}

const titleId = ({ id }: FeedbackSurvey) => `survey-${id}`
const surveyKey = ({ id }: FeedbackSurvey) => id

const COLUMNS: readonly Column<FeedbackSurvey>[] = [
  {
    header: 'Title',
    cell: (survey) => (
      <div className={classes.title}>
        <Text id={titleId(survey)} fw={600} dir="auto">
          {survey.title}
        </Text>
        {survey.description && (
          <Text size="sm" c="dimmed" dir="auto">
            {excerpt(survey.description)}
          </Text>
        )}
      </div>
    ),
  },
  {
    header: 'Asks',
    cell: (survey) => (
      <div className={classes.asked}>
        {askedText(survey)} {survey.is_anonymous && <Tag word="Anonymous" />}
      </div>
    ),
  },
  { header: 'Status', cell: (survey) => <StatusBadges survey={survey} /> },
  { header: 'Dates', cell: (survey) => <div className={classes.days}>{daysText(survey)}</div> },
  {
    header: 'Questions',
    end: true,
    cell: ({ question_count }) => <span className={classes.figures}>{question_count || 'None yet'}</span>,
  },
]

export function SurveysTable({ surveys, changing, loading = false, onAction }: Props) {
  const columns = useMemo(
    () => [
      ...COLUMNS,
      {
        header: 'Actions',
        end: true,
        cell: (survey: FeedbackSurvey) => (
          <SurveyActions survey={survey} busy={survey.id === changing} onAction={onAction} />
        ),
      },
    ],
    [changing, onAction],
  )
  return (
    <div className={classes.box}>
      <DataTable caption="Feedback surveys" columns={columns} rows={surveys} rowKey={surveyKey} loading={loading} />
    </div>
  )
}

function SurveyActions({
  survey,
  busy,
  onAction,
}: { survey: FeedbackSurvey; busy: boolean } & Pick<Props, 'onAction'>) {
  const { search } = useLocation()
  const lack = lackOf(survey, collegeToday())
  return (
    <div className={classes.actions}>
      <div className={classes.buttons}>
        <Button
          component={ScreenLink}
          to={`/feedback-questions?survey_id=${survey.id}`}
          state={surveysLeft(search)}
          variant="default"
          size="sm"
          leftSection={<IconListCheck size={16} aria-hidden />}
          aria-describedby={titleId(survey)}
        >
          Questions
        </Button>
        <RowActions
          of={survey.title}
          view
          edit
          remove={allows(answeredMay.remove, answersOf(survey))}
          onAction={(action) => onAction(action, survey)}
        >
          <IconAction
            label={`Duplicate ${survey.title}`}
            icon={IconCopy}
            once
            onClick={() => busy || onAction('duplicate', survey)}
          />
        </RowActions>
      </div>
      <div className={classes.buttons}>
        <Button
          component={ScreenLink}
          to={`/feedback-results/${survey.id}`}
          state={surveysLeft(search)}
          variant="default"
          size="sm"
          leftSection={<IconChartBar size={16} aria-hidden />}
          aria-describedby={titleId(survey)}
        >
          Results
        </Button>
        {actionsOf(survey, collegeToday()).map((action) => (
          <Button
            key={action}
            size="sm"
            variant={action === 'activate' ? 'filled' : 'default'}
            disabled={busy}
            aria-describedby={titleId(survey)}
            onClick={() => onAction(action, survey)}
          >
            {labelOf(action)}
          </Button>
        ))}
      </div>
      {lack && (
        <Text size="xs" c="dimmed" className={classes.lack}>
          {lack}
        </Text>
      )}
    </div>
  )
}
