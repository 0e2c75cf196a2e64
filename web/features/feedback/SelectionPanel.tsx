import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import { answeredMay, answersOf, surveyMay } from '../../../shared/policies/feedback.ts'
import { refusalOf } from '../../../shared/policies/policy.ts'
import { Problem } from '../../ui/Problem.tsx'
import classes from './SelectionPanel.module.css'
import type { useSelection } from './selection.ts'

interface Props {
  selection: ReturnType<typeof useSelection>
  /** Undefined until it is read, and where the address names none. */
  survey: FeedbackSurvey | undefined
}

const AT_THE_END = 'They are added at the end, in the order of selection.'

/** Why nothing can be added to a survey. */
const refusalFor = (survey: FeedbackSurvey) =>
  refusalOf(surveyMay.edit, survey.status) ?? refusalOf(answeredMay.rewrite, answersOf(survey))

/** How many questions are chosen on all pages, and what is done with them. */
export function SelectionPanel({ selection, survey }: Props) {
  const { count, pending, problem, clear, add } = selection
  const refusal = survey && refusalFor(survey)
  const note = refusal ?? (survey && AT_THE_END)
  if (count === 0) return null
  return (
    <Paper component="section" aria-label="Selection" withBorder p="sm" className={classes.bar}>
      <Stack gap="xs">
        {problem && <Problem text={problem} />}
        <Group justify="space-between" gap="xs">
          <div className={classes.text}>
            <Text size="sm" role="status">
              {count} selected{survey && ` for ${survey.title}`}
            </Text>
            {note && note !== problem && (
              <Text size="sm" c="dimmed">
                {note}
              </Text>
            )}
          </div>
          <Group gap="xs">
            <Button variant="default" disabled={pending} onClick={clear}>
              Clear Selection
            </Button>
            <Button disabled={pending || refusal !== undefined} onClick={() => void add()}>
              {pending ? 'Adding...' : 'Add to Survey'}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Paper>
  )
}
