import { useEffect, useRef, useState } from 'react'
import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import { answeredMay, answersOf, surveyMay } from '../../../shared/policies/feedback.ts'
import { refusalOf } from '../../../shared/policies/policy.ts'
import { Button } from '../../ui/buttons.tsx'
import { CloseButton } from '../../ui/CloseButton.tsx'
import { Group, Paper, Stack, Text } from '../../ui/elements.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { SelectedList } from './SelectedList.tsx'
import classes from './SelectionPanel.module.css'
import type { useSelection } from './selection.ts'

interface Props {
  selection: ReturnType<typeof useSelection>
  /** Undefined until it is read, and when the address names none. */
  survey: FeedbackSurvey | undefined
  /** Called when nothing is chosen any more, and the focus has gone with the buttons. */
  onEmptied: () => void
}

const AT_THE_END = 'They are added at the end, in the order of selection.'

/** Returns the reason why nothing can be added to a survey. */
const refusalFor = (survey: FeedbackSurvey) =>
  refusalOf(surveyMay.edit, survey.status) ?? refusalOf(answeredMay.rewrite, answersOf(survey))

/** Shows the chosen questions of all pages with their number, and adds them to the survey. */
export function SelectionPanel({ selection, survey, onEmptied }: Props) {
  const { chosen, count, pending, problem, toggle, clear, add } = selection
  const [opened, setOpened] = useState(false)
  const before = useRef(count)
  useEffect(() => {
    if (before.current > 0 && count === 0 && document.activeElement === document.body) onEmptied()
    before.current = count
  }, [count, onEmptied])
  const refusal = survey && refusalFor(survey)
  const note = refusal ?? (survey && AT_THE_END)
  if (count === 0 && !problem) return null
  return (
    <Paper component="section" aria-label="Selection" withBorder p="sm" className={classes.bar}>
      <Stack gap="xs">
        {problem && (
          <Problem text={problem}>{count === 0 && <CloseButton aria-label="Dismiss" onClick={clear} />}</Problem>
        )}
        {count > 0 && (
          <>
            {opened && <SelectedList chosen={chosen} disabled={pending} onRemove={toggle} />}
            <Group justify="space-between" gap="xs">
              <div className={classes.text}>
                <Group gap={4}>
                  <Text size="sm" role="status">
                    {count} selected{survey && ` for ${survey.title}`}
                  </Text>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    className={classes.toggle}
                    aria-expanded={opened}
                    onClick={() => setOpened(!opened)}
                  >
                    {opened ? 'Hide' : 'Show'}
                  </Button>
                </Group>
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
          </>
        )}
      </Stack>
    </Paper>
  )
}
