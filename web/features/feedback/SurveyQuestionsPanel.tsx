import { Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCopy, IconPlus } from '@tabler/icons-react'
import type { SurveyQuestion } from '../../../shared/contract/feedback/questions.ts'
import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import { answeredMay, answersOf, surveyMay } from '../../../shared/policies/feedback.ts'
import { allows, refusalOf } from '../../../shared/policies/policy.ts'
import { useListPage } from '../../layout/list-page.ts'
import { PagedList } from '../../layout/PagedList.tsx'
import { RecordDialog } from '../../parts/RecordDialog.tsx'
import { IconAction } from '../../ui/IconAction.tsx'
import { later } from '../../ui/later.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { RowActions } from '../../ui/RowActions.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { surveyQuestionQuery, surveyQuestionsQuery, useSurveyQuestionChanges } from './questions.api.ts'
import { movedBy, SURVEY_QUESTION, typeLabel } from './questions.rules.ts'
import classes from './SurveyQuestionsPanel.module.css'
import { SurveyStatus } from './SurveysTable.tsx'

const SurveyQuestionForm = later(async () => (await import('./SurveyQuestionForm.tsx')).SurveyQuestionForm)

/** All of a survey's questions are on one page. */
const ONE_PAGE = { turnTo: () => undefined }
/** The pool has its dialogs in the same address. */
const OWN_DIALOGS: Record<string, string> = { 'add-question': 'add', 'edit-question': 'edit' }

/** The questions of a survey in their order: to move, to change and to take out. */
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
  const refused = refusalOf(surveyMay.edit, survey.status) ?? refusalOf(answeredMay.rewrite, answersOf(survey))
  const rewrites = refused === undefined
  const questions = list.query.data?.data ?? []
  const busy = list.changing !== undefined

  function move(question: SurveyQuestion, places: -1 | 1): void {
    const question_ids = movedBy(
      questions.map((one) => one.id),
      question.id,
      places,
    )
    void list.change(question, {
      run: () => changes.reorder({ params: { survey_id: survey.id }, body: { question_ids } }),
      done: `${question.title} is now question ${question_ids.indexOf(question.id) + 1} of ${questions.length}.`,
    })
  }

  function act(action: string, question: SurveyQuestion): void {
    if (action === 'duplicate')
      void list.change(question, {
        run: () => changes.duplicate(question.id),
        done: 'Survey question duplicated successfully!',
      })
    else list.act(action === 'edit' ? 'edit-question' : action, question)
  }

  return (
    <Stack component="section" gap="sm" aria-label="Questions of this survey">
      <div>
        <Title order={2} size="h4" dir="auto">
          {survey.title}
        </Title>
        <SurveyStatus survey={survey} />
      </div>
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
        {({ data }) => (
          <ol className={classes.list}>
            {data.map((question, index) => (
              <Paper key={question.id} component="li" withBorder p="sm" className={classes.question}>
                <div className={classes.head}>
                  <Text fw={600} className={classes.number}>
                    {index + 1}.
                  </Text>
                  <div className={classes.text}>
                    <Text fw={600} dir="auto">
                      {question.title}
                    </Text>
                    <Text size="sm" c="dimmed" dir="auto">
                      {question.question_text}
                    </Text>
                    <Group gap={4}>
                      <Text size="sm">{typeLabel(question.question_type)}</Text>
                      {question.is_required && <Tag word="Required" />}
                    </Group>
                  </div>
                </div>
                {edits && (
                  <Group gap="xs" justify="flex-end">
                    {index > 0 && (
                      <IconAction
                        label={`Move ${question.title} up`}
                        icon={IconArrowUp}
                        onClick={() => busy || move(question, -1)}
                      />
                    )}
                    {index < data.length - 1 && (
                      <IconAction
                        label={`Move ${question.title} down`}
                        icon={IconArrowDown}
                        onClick={() => busy || move(question, 1)}
                      />
                    )}
                    <RowActions
                      of={`${question.title} in this survey`}
                      edit
                      remove={rewrites}
                      onAction={(action) => act(action, question)}
                    >
                      {rewrites && (
                        <IconAction
                          label={`Duplicate ${question.title}`}
                          icon={IconCopy}
                          onClick={() => busy || act('duplicate', question)}
                        />
                      )}
                    </RowActions>
                  </Group>
                )}
              </Paper>
            ))}
          </ol>
        )}
      </PagedList>
      {rewrites && (
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('add-question')}>
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
    </Stack>
  )
}
