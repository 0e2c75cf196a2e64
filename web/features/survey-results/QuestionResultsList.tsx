import type { QuestionResult } from '../../../shared/contract/feedback/results.ts'
import { QUESTION_TYPE_WORDS } from '../../../shared/feedback/question-type-words.ts'
import { figureText } from '../../../shared/feedback/survey-texts.ts'
import { wordOf } from '../../../shared/labels.ts'
import { Bars } from '../../ui/Bars.tsx'
import { Paper, Stack, Text, Title } from '../../ui/elements.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { DOT } from '../../ui/texts.ts'
import type { Part } from './api.ts'
import classes from './QuestionResultsList.module.css'
import { answeredText, barsOf } from './rules.ts'
import { TextAnswersPanel } from './TextAnswersPanel.tsx'

interface Props {
  surveyId: number
  part: Part
  /** The number of responses in the results. */
  counted: number
  questions: readonly QuestionResult[]
}

/** With more questions than this, the texts are read when they are opened. */
const OPENED_TEXTS = 10

/** Lists the questions in their order, each with its results. */
export function QuestionResultsList({ surveyId, part, counted, questions }: Props) {
  const texts = questions.filter(({ picture }) => picture === 'texts')
  return (
    <ol className={classes.list} aria-label="Results by question">
      {questions.map((question, index) => (
        <Paper key={question.id} component="li" withBorder p="md" className={classes.question}>
          <Stack gap="sm">
            <div>
              <Title order={3} size="h5" dir="auto">
                {index + 1}. {question.title}
              </Title>
              <Text dir="auto" className={classes.asked}>
                {question.question_text}
              </Text>
              <Text size="sm" c="dimmed">
                {wordOf(QUESTION_TYPE_WORDS, question.question_type)}
                {DOT}
                {answeredText(question, counted)}
              </Text>
            </div>
            {question.picture === 'texts' ? (
              <TextAnswersPanel
                surveyId={surveyId}
                question={question}
                number={index + 1}
                part={part}
                opens={texts.indexOf(question) < OPENED_TEXTS}
              />
            ) : (
              <Picture question={question} />
            )}
          </Stack>
        </Paper>
      ))}
    </ol>
  )
}

function Picture({ question }: { question: QuestionResult }) {
  const { title, question_type, bars, mean, median } = question
  return (
    <>
      {bars.length > 0 && (
        <Bars
          caption={title}
          of={barsOf(question)}
          unit="Responses"
          bars={bars}
          stretched={question_type === 'number'}
        />
      )}
      {mean !== null && median !== null && (
        <Facts
          short
          facts={[
            ['Mean', figureText(mean)],
            ['Median', figureText(median)],
          ]}
        />
      )}
    </>
  )
}
