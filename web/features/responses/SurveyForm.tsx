import { type FormEvent, useEffect, useId, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { SurveyWithQuestions } from '../../../shared/contract/feedback/surveys.ts'
import { NO_LONGER_ANONYMOUS } from '../../../shared/policies/feedback.ts'
import { UNREACHABLE } from '../../core/api-error.ts'
import { formatInstant } from '../../core/formats.ts'
import { useOnline } from '../../offline/page.ts'
import { DeviceBadge } from '../../parts/DeviceState.tsx'
import { focusQuestion, QuestionField } from '../../parts/QuestionField.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Group, Paper, Stack, Text, Title } from '../../ui/elements.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { RestoredNote } from '../../ui/RestoredNote.tsx'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import { type Outcome, useAnswering } from './answering.ts'
import { countAnswered, errorUnder } from './answers.rules.ts'
import type { AnswersState } from './held.ts'
import { InformationPanel } from './InformationPanel.tsx'
import { ProgressPanel } from './ProgressPanel.tsx'
import { responses } from './responses.ts'
import { KEPT, listAddress } from './rules.ts'
import classes from './SurveyForm.module.css'
import { refusalText } from './settling.ts'

interface Props {
  survey: SurveyWithQuestions
  /** The time of the device's copy, while the server can't be reached. */
  knownAt: string | undefined
  /** The time left to answer. */
  left: string
  held: AnswersState
  onBack: () => void
}

const DONE: Record<Outcome, string> = {
  sent: listAddress('Survey submitted successfully!', 'success'),
  queued: listAddress('Your answers are not sent yet: they wait on this device for the network.', 'warning'),
}

/** Shows the questions of a survey with their inputs, beside the progress. */
export function SurveyForm({ survey, knownAt, left, held, onBack }: Props) {
  const { questions } = survey
  const titleId = useId()
  const navigate = useNavigate()
  const online = useOnline()
  const form = useRef<HTMLFormElement>(null)
  const answering = useAnswering(survey, held, (outcome) => void navigate(DONE[outcome], { replace: true }))
  const { values, checked, isTold, pending, isWaiting, isNamedNow, reworded, strays } = answering
  const { unsent, draft, begun } = held
  const refusal = unsent && unsent.state !== 'waiting' ? refusalText(unsent) : undefined
  const problem = answering.problem ?? (refusal && `${KEPT.failed} ${refusal}`)

  // Above a long form the message would be out of sight.
  const said = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusal || isNamedNow) said.current?.scrollIntoView({ block: 'center' })
  }, [refusal, isNamedNow])

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    focusQuestion(form.current, await answering.submit())
  }

  function startOver(): void {
    answering.startOver()
    // The button disappears with its message, so the focus moves.
    focusQuestion(form.current, questions[0]?.id)
  }

  return (
    <div className={classes.columns}>
      <div className={classes.information}>
        <InformationPanel survey={survey} />
      </div>
      <div className={classes.progress}>
        <ProgressPanel answered={countAnswered(questions, values)} total={questions.length} left={left} />
      </div>
      <Paper withBorder p="md" component="section" aria-labelledby={titleId} className={classes.questions}>
        <form ref={form} noValidate onSubmit={submit} aria-labelledby={titleId}>
          <Stack gap="lg">
            <Title order={2} size="h4" id={titleId}>
              Survey Questions
            </Title>
            {(knownAt || !online) && !isWaiting && (
              <Text size="sm" role="status">
                {knownAt
                  ? `The server cannot be reached. These are the questions of ${formatInstant(knownAt)}; you can go on with them.`
                  : 'No network. Your answers are kept on this device; submit them as always.'}
              </Text>
            )}
            {held.isRestored && <RestoredNote disabled={pending} onStartOver={startOver} />}
            {begun.refused && (
              <Problem text="This browser keeps nothing on the device. Submit before you leave this page." />
            )}
            {isWaiting && (
              <Group gap="xs" role="status">
                <DeviceBadge state="waiting" />
                <Text size="sm" style={{ flex: '1 1 12rem' }}>
                  {KEPT.waiting}
                  {unsent?.problem && unsent.problem !== UNREACHABLE && ` ${unsent.problem}`}
                </Text>
                <Button variant="default" size="sm" onClick={() => responses.retry(survey.id)}>
                  Send now
                </Button>
              </Group>
            )}
            {questions.map((question, at) => (
              <div key={question.id}>
                <QuestionField
                  number={at + 1}
                  question={question}
                  value={values[question.id] ?? ''}
                  error={isTold ? errorUnder(question, checked) : undefined}
                  disabled={pending || isWaiting}
                  onChange={answering.onChange}
                />
                {reworded.includes(question) && (
                  <Text size="sm" mt={4} role="status">
                    This question was changed after you had answered it. It was:{' '}
                    <bdi>{draft?.answers[question.id]?.to}</bdi>
                  </Text>
                )}
              </div>
            ))}
            {strays.length > 0 && (
              <div role="status">
                <Text size="sm" mb={8}>
                  The survey was changed after you had begun. These answers do not fit its questions any more, and are
                  not sent:
                </Text>
                <Facts
                  facts={strays.map(({ to, given }, at) => [
                    to ?? `Answer ${at + 1}`,
                    typeof given === 'string' ? given : given.join(', '),
                    'wide',
                  ])}
                />
              </div>
            )}
            <Stack ref={said} gap="sm">
              {isNamedNow && !problem?.includes(NO_LONGER_ANONYMOUS) && <Problem text={NO_LONGER_ANONYMOUS} />}
              {problem && <Problem text={problem} />}
            </Stack>
            <Group justify="flex-end" gap="sm">
              <Button variant="default" disabled={pending} onClick={onBack}>
                Cancel
              </Button>
              {!isWaiting && <SubmitButton pending={pending} label="Submit Survey" pendingLabel="Submitting..." />}
            </Group>
          </Stack>
        </form>
      </Paper>
    </div>
  )
}
