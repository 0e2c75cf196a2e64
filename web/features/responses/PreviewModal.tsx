import { type FormEvent, useId, useRef, useState } from 'react'
import type { SurveyWithQuestions } from '../../../shared/contract/feedback/surveys.ts'
import { focusQuestion, type InputValue, QuestionField } from '../../parts/QuestionField.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Group, Paper, Stack, Text, Title } from '../../ui/elements.tsx'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { checkGiven, countAnswered, errorUnder, refusalOfAnswers } from './answers.rules.ts'
import { InformationPanel } from './InformationPanel.tsx'
import { ProgressPanel } from './ProgressPanel.tsx'
import classes from './SurveyForm.module.css'
import { useTimeLeft } from './time.ts'

/** Shows a survey as its students see it. All of it can be tried; nothing is sent or kept. */
export function PreviewModal({ survey, onClose }: { survey: SurveyWithQuestions; onClose: () => void }) {
  const { questions } = survey
  const left = useTimeLeft(survey.end_date)
  const titleId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<Readonly<Record<string, InputValue>>>({})
  /** True after a try, when missing and wrong answers are shown. */
  const [isTold, setTold] = useState(false)
  /** The result of the last try, until something is typed. */
  const [tried, setTried] = useState<{ problem: string | undefined }>()
  const checked = checkGiven(questions, values)

  function change(id: number, given: InputValue): void {
    setValues((before) => ({ ...before, [id]: given }))
    setTried(undefined)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    const refused = refusalOfAnswers(questions, checked)
    setTold(true)
    setTried({ problem: refused?.problem })
    focusQuestion(form.current, refused?.at)
  }

  return (
    <Modal title="Preview" size="xl" onClose={onClose} footer={<CloseFooter onClose={onClose} />}>
      <Stack gap="md">
        <Text size="sm">
          This is what the students who are asked will see. Try it: nothing that is typed here is sent or kept.
        </Text>
        <div className={classes.columns}>
          <div className={classes.information}>
            {/* Students answer while it is open. */}
            <InformationPanel survey={{ ...survey, standing: 'open' }} />
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
                {questions.map((question, at) => (
                  <QuestionField
                    key={question.id}
                    number={at + 1}
                    question={question}
                    value={values[question.id] ?? ''}
                    error={isTold ? errorUnder(question, checked) : undefined}
                    onChange={change}
                  />
                ))}
                {tried &&
                  (tried.problem ? (
                    <Problem text={tried.problem} />
                  ) : (
                    <Text role="status">
                      These answers would be submitted now. This is a preview: nothing was sent.
                    </Text>
                  ))}
                <Group justify="flex-end">
                  <Button type="submit">Submit Survey</Button>
                </Group>
              </Stack>
            </form>
          </Paper>
        </div>
      </Stack>
    </Modal>
  )
}
