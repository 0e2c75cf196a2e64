import { IconArrowBackUp, IconChartBar, IconCopy, IconPlayerPlay, IconX } from '@tabler/icons-react'
import { Fragment, useMemo } from 'react'
import { useLocation } from 'react-router'
import { collegeToday } from '../../../shared/college-clock.ts'
import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import { askedText, daysText } from '../../../shared/feedback/survey-texts.ts'
import { labelOf } from '../../../shared/labels.ts'
import { answeredMay, answersOf, lackOf, type SurveyAction } from '../../../shared/policies/feedback.ts'
import { allows } from '../../../shared/policies/policy.ts'
import { ScreenLink } from '../../layout/ScreenLink.tsx'
import { StatusBadges } from '../../parts/SurveyStatus.tsx'
import { surveysLeft } from '../../parts/surveys-left.ts'
import { Button } from '../../ui/buttons.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Text } from '../../ui/elements.tsx'
import { MenuItem } from '../../ui/Menu.tsx'
import { RowActions } from '../../ui/RowActions.tsx'
import { RowMenu } from '../../ui/RowMenu.tsx'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
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

/** Writes the days so that a line ends between them, and never within one. */
const Dates = ({ survey }: { survey: FeedbackSurvey }) => (
  <div className={classes.days}>
    {daysText(survey)
      .split(/(?<=\bto) /)
      .map((day, at) => (
        <Fragment key={day}>
          {at > 0 && ' '}
          <span className={classes.day}>{day}</span>
        </Fragment>
      ))}
  </div>
)

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
  { header: 'Dates', cell: (survey) => <Dates survey={survey} /> },
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
    <ScrollBox className={classes.box}>
      <DataTable caption="Feedback surveys" columns={columns} rows={surveys} rowKey={surveyKey} loading={loading} />
    </ScrollBox>
  )
}

const MOVE_ICONS = { activate: IconPlayerPlay, deactivate: IconArrowBackUp, close: IconX }

function MoveIcon({ action }: { action: SurveyAction }) {
  const Icon = MOVE_ICONS[action]
  return <Icon size={16} aria-hidden />
}

function SurveyActions({
  survey,
  busy,
  onAction,
}: { survey: FeedbackSurvey; busy: boolean } & Pick<Props, 'onAction'>) {
  const from = surveysLeft(useLocation().search)
  const lack = lackOf(survey, collegeToday())
  const results = { component: ScreenLink, to: `/feedback-results/${survey.id}`, state: from }
  const moves = actionsOf(survey, collegeToday())
  // The row offers the next step: a draft is activated, of any other one the results are looked at.
  const isNext = (action: SurveyAction) => action === 'activate' && survey.status === 'draft'
  return (
    <div className={classes.actions}>
      <div className={classes.buttons}>
        <Button
          component={ScreenLink}
          to={`/feedback-questions?survey_id=${survey.id}`}
          state={from}
          variant="default"
          size="sm"
          className={classes.words}
          aria-describedby={titleId(survey)}
        >
          Questions
        </Button>
        {survey.status !== 'draft' && (
          <Button {...results} variant="default" size="sm" className={classes.words} aria-describedby={titleId(survey)}>
            Results
          </Button>
        )}
        {moves.filter(isNext).map((action) => (
          <Button
            key={action}
            size="sm"
            className={classes.words}
            disabled={busy}
            aria-describedby={titleId(survey)}
            onClick={() => onAction(action, survey)}
          >
            {labelOf(action)}
          </Button>
        ))}
        <RowActions
          of={survey.title}
          view
          edit
          remove={allows(answeredMay.remove, answersOf(survey))}
          onAction={(action) => onAction(action, survey)}
        />
        <RowMenu of={survey.title}>
          {survey.status === 'draft' && (
            <MenuItem {...results} icon={<IconChartBar size={16} aria-hidden />}>
              Results
            </MenuItem>
          )}
          <MenuItem icon={<IconCopy size={16} aria-hidden />} onClick={() => busy || onAction('duplicate', survey)}>
            Duplicate
          </MenuItem>
          {moves
            .filter((action) => !isNext(action))
            .map((action) => (
              <MenuItem
                key={action}
                icon={<MoveIcon action={action} />}
                onClick={() => busy || onAction(action, survey)}
              >
                {labelOf(action)}
              </MenuItem>
            ))}
        </RowMenu>
      </div>
      {lack && (
        <Text size="xs" c="dimmed" className={classes.lack}>
          {lack}
        </Text>
      )}
    </div>
  )
}
