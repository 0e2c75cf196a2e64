import { DragDropProvider, type DragEndEvent } from '@dnd-kit/react'
import { IconCopy, IconDeviceMobile, IconPlus } from '@tabler/icons-react'
import type { SurveyQuestion } from '../../../shared/contract/feedback/questions.ts'
import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import { answeredMay, answersOf, surveyMay } from '../../../shared/policies/feedback.ts'
import { allows, refusalOf } from '../../../shared/policies/policy.ts'
import { useListPage } from '../../layout/list-page.ts'
import { PagedList } from '../../layout/PagedList.tsx'
import { draggedOf, draggingOf } from '../../parts/dragging.ts'
import { RecordDialog } from '../../parts/RecordDialog.tsx'
import { SurveyStatus } from '../../parts/SurveyStatus.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Group, Skeleton, Stack, Text, Title } from '../../ui/elements.tsx'
import { IconAction } from '../../ui/IconAction.tsx'
import { later } from '../../ui/later.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { RowActions } from '../../ui/RowActions.tsx'
import { surveyQuestionQuery, surveyQuestionsQuery, useSurveyQuestionChanges } from './api.ts'
import { MovableQuestionRow } from './MovableQuestionRow.tsx'
import { useOrdering } from './ordering.ts'
import { namesOf, SURVEY_QUESTION } from './rules.ts'
import { SurveyQuestionRow } from './SurveyQuestionRow.tsx'
import classes from './SurveyQuestionsPanel.module.css'

const SurveyQuestionForm = later(async () => (await import('./SurveyQuestionForm.tsx')).SurveyQuestionForm)
const PreviewModal = later(async () => (await import('../responses/PreviewModal.tsx')).PreviewModal)

const DRAGGING = draggingOf('question')
/** All of a survey's questions are on one page. */
const ONE_PAGE = { turnTo: () => undefined }
/** The dialogs of the survey's questions; the pool has its own in the same address. */
const OWN_DIALOGS: Record<string, string> = { 'add-question': 'add', 'edit-question': 'edit' }
const NO_QUESTIONS: readonly SurveyQuestion[] = []

/** Lists the questions of a survey in their order, to move, change and remove. */
export function SurveyQuestionsPanel({ survey }: { survey: FeedbackSurvey }) {
  const changes = useSurveyQuestionChanges()
  const list = useListPage({
    kind: SURVEY_QUESTION,
    filters: ONE_PAGE,
    query: surveyQuestionsQuery(survey.id),
    nameOf: ({ title }) => title,
    remove: changes.remove,
  })
  const { modal, id, open, close } = list.dialog
  const edits = allows(surveyMay.edit, survey.status)
  const fixed = survey.is_anonymous ? answeredMay.retouch : answeredMay.rewrite
  const refused = refusalOf(surveyMay.edit, survey.status) ?? refusalOf(fixed, answersOf(survey))
  const rewrites = refused === undefined
  const busy = list.changing !== undefined

  const { questions, moved, move } = useOrdering(list.query.data?.data ?? NO_QUESTIONS, ({ question, question_ids }) =>
    list.change(question, {
      run: () => changes.reorder({ params: { survey_id: survey.id }, body: { question_ids } }),
      done: `${question.title} is now question ${question_ids.indexOf(question.id) + 1} of ${question_ids.length}.`,
    }),
  )

  function drop({ operation, canceled }: DragEndEvent): void {
    const dragged = draggedOf(operation)
    if (!canceled && dragged && dragged.to !== dragged.from) move(dragged.id, dragged.to)
  }

  function act(action: string, question: SurveyQuestion): void {
    if (action === 'duplicate')
      void list.change(question, {
        run: () => changes.duplicate({ params: { id: question.id } }),
        done: 'Survey question duplicated successfully!',
      })
    else list.act(action === 'edit' ? 'edit-question' : action, question)
  }

  const names = namesOf(questions)
  const actions = (question: SurveyQuestion, name: string) => (
    <RowActions of={`${name} in this survey`} edit remove={rewrites} onAction={(action) => act(action, question)}>
      {rewrites && (
        <IconAction
          label={`Duplicate ${name}`}
          icon={IconCopy}
          once
          onClick={() => busy || act('duplicate', question)}
        />
      )}
    </RowActions>
  )
  // A single question has no handle: without one the whole row would be a button.
  const isMovable = edits && questions.length > 1

  return (
    <Stack component="section" gap="sm" aria-label="Questions of this survey">
      <Group justify="space-between" align="flex-start" gap="xs">
        <div className={classes.title}>
          <Title order={2} size="h4" dir="auto">
            {survey.title}
          </Title>
          <SurveyStatus survey={survey} />
        </div>
        {questions.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconDeviceMobile size={16} aria-hidden />}
            onClick={() => open('preview')}
          >
            Preview
          </Button>
        )}
      </Group>
      {refused && (
        <Text size="sm" c="dimmed">
          {refused}
        </Text>
      )}
      <PagedList
        list={list}
        skeleton={<Skeleton height={160} />}
        empty={
          <Prompt
            title="No questions in this survey yet"
            text={rewrites ? 'Select questions of the pool, then press Add to Survey.' : undefined}
          />
        }
      >
        {() => (
          <ol className={classes.list}>
            {isMovable ? (
              <DragDropProvider {...DRAGGING} onDragEnd={drop}>
                {questions.map((question, index) => (
                  <MovableQuestionRow
                    key={question.id}
                    question={question}
                    name={names[index] ?? question.title}
                    index={index}
                    count={questions.length}
                    isMoved={question.id === moved}
                    onMove={move}
                  >
                    {actions(question, names[index] ?? question.title)}
                  </MovableQuestionRow>
                ))}
              </DragDropProvider>
            ) : (
              questions.map((question, index) => (
                <SurveyQuestionRow key={question.id} question={question} number={index + 1}>
                  {edits && actions(question, names[index] ?? question.title)}
                </SurveyQuestionRow>
              ))
            )}
          </ol>
        )}
      </PagedList>
      {rewrites && (
        <Button
          variant="default"
          className={classes.add}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => open('add-question')}
        >
          Add a question that is not in the pool
        </Button>
      )}
      <RecordDialog
        kind={SURVEY_QUESTION}
        dialog={{ modal: OWN_DIALOGS[modal ?? ''], id, close }}
        query={surveyQuestionQuery}
        adds={rewrites}
        edits={edits}
        form={(opening) => <SurveyQuestionForm {...opening} survey={survey} />}
      />
      {modal === 'preview' && questions.length > 0 && (
        <PreviewModal survey={{ ...survey, questions: [...questions] }} onClose={close} />
      )}
    </Stack>
  )
}
