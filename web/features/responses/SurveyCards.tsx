import type { ReactNode } from 'react'
import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import { formatDay } from '../../core/formats.ts'
import { Button } from '../../ui/buttons.tsx'
import { CardGrid } from '../../ui/CardGrid.tsx'
import { Group, Paper, Skeleton, Text, Title } from '../../ui/elements.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { DOT } from '../../ui/texts.ts'
import { ANONYMOUS, cutDescription, standingOf } from './rules.ts'
import classes from './SurveyCards.module.css'
import { TakeSurveyRow } from './TakeSurveyRow.tsx'

const Grid = ({ label, children }: { label: string; children: ReactNode }) => (
  <CardGrid label={label} columns={3}>
    {children}
  </CardGrid>
)

/** Placeholders while the surveys load. */
export const LoadingSurveyCards = () => (
  <Grid label="Loading feedback surveys">
    {[0, 1, 2].map((card) => (
      <Skeleton key={card} component="li" height={240} />
    ))}
  </Grid>
)

interface Props {
  surveys: readonly FeedbackSurvey[]
  onView: (survey: FeedbackSurvey) => void
}

export const SurveyCards = ({ surveys, onView }: Props) => (
  <Grid label="Feedback surveys">
    {surveys.map((survey) => (
      <SurveyCard key={survey.id} survey={survey} onView={onView} />
    ))}
  </Grid>
)

function SurveyCard({ survey, onView }: { survey: FeedbackSurvey; onView: Props['onView'] }) {
  const { title, description, department_name, end_date, question_count } = survey
  const [badge, word] = standingOf(survey)
  return (
    <Paper component="li" withBorder p="md" className={classes.card}>
      <Title order={2} size="h4" className={classes.text} dir="auto">
        {title}
      </Title>
      <Group gap={6}>
        <StatusBadge status={badge} label={word} />
        <StatusBadge status={survey.has_responded ? 'completed' : 'pending'} />
      </Group>
      {description && (
        <Text size="sm" className={classes.text} dir="auto">
          {cutDescription(description)}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {department_name && (
          <>
            <bdi>{department_name}</bdi>
            <br />
          </>
        )}
        {question_count === 1 ? '1 question' : `${question_count} questions`}
        {DOT}
        {end_date ? `until ${formatDay(end_date)}` : 'no time limit'}
        {survey.is_anonymous && (
          <>
            <br />
            {ANONYMOUS}
          </>
        )}
      </Text>
      <div className={classes.actions}>
        <TakeSurveyRow survey={survey} />
        <Button variant="default" aria-label={`View details of ${title}`} onClick={() => onView(survey)}>
          View Details
        </Button>
      </div>
    </Paper>
  )
}
