import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { PoolQuestion } from '../../../shared/contract/feedback/question-pools.ts'
import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { useFilters } from '../../core/url-state.ts'
import { FilterPanel } from '../../layout/FilterPanel.tsx'
import { ListState } from '../../layout/ListState.tsx'
import { useListPage } from '../../layout/list-page.ts'
import { Page } from '../../layout/Page.tsx'
import { PagedList } from '../../layout/PagedList.tsx'
import { ScreenButton } from '../../layout/ScreenButton.tsx'
import { searchedList } from '../../layout/searched-list.tsx'
import { useOwnDepartment } from '../../parts/own-department.ts'
import { RecordDialog } from '../../parts/RecordDialog.tsx'
import { useSurveysLeft } from '../../parts/surveys-left.ts'
import { Skeleton } from '../../ui/elements.tsx'
import { later } from '../../ui/later.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { surveyQuery } from '../surveys/api.ts'
import { addressOf, poolQuery, poolQuestionQuery, surveyQuestionsQuery, usePoolChanges } from './api.ts'
import { PoolTable } from './PoolTable.tsx'
import classes from './QuestionPoolPage.module.css'
import { asksTheSame, POOL_QUESTION, TYPE_FILTER, typeLabel } from './rules.ts'
import { SelectionPanel } from './SelectionPanel.tsx'
import { SurveyJumpRow } from './SurveyJumpRow.tsx'
import { useSelection } from './selection.ts'

export { needs } from './api.ts'

const PoolQuestionForm = later(async () => (await import('./PoolQuestionForm.tsx')).PoolQuestionForm)
const QuestionPanel = later(async () => (await import('./QuestionPanel.tsx')).QuestionPanel)
const PANEL_WAITS = <Skeleton height={240} />
const SurveyQuestionsPanel = later(
  async () => (await import('./SurveyQuestionsPanel.tsx')).SurveyQuestionsPanel,
  PANEL_WAITS,
)

const isEditable = (question: PoolQuestion): question is PoolQuestion => question.is_editable

export function QuestionPoolPage() {
  const writes = can(useRoles(), 'feedback-pool:write')
  const own = useOwnDepartment()
  const filters = useFilters()
  PoolQuestionForm.useWhenIdle()
  QuestionPanel.useWhenIdle()
  const { filter, surveyId, isOfSurvey } = addressOf(filters)
  SurveyQuestionsPanel.useWhenIdle(isOfSurvey)
  const left = useSurveysLeft()
  const survey = useQuery(surveyQuery(surveyId))
  const taken = useQuery(surveyQuestionsQuery(surveyId))
  const pool = useRef<HTMLElement>(null)
  const ofSurvey = useRef<HTMLDivElement>(null)
  const selection = useSelection(surveyId)
  const { remove } = usePoolChanges()
  const list = useListPage({
    kind: POOL_QUESTION,
    filters,
    query: poolQuery(filter, filters.page),
    nameOf: ({ title }) => title,
    remove: async (input) => {
      await remove(input)
      selection.forget(input.params.id)
    },
  })

  function jump(): void {
    ofSurvey.current?.scrollIntoView({ block: 'start' })
    ofSurvey.current?.focus({ preventScroll: true })
  }

  const tableOf = (questions: readonly PoolQuestion[], loading = false) => (
    <PoolTable
      questions={questions}
      loading={loading}
      has={selection.has}
      isTaken={(question) => taken.data?.data.some((one) => asksTheSame(one, question)) ?? false}
      disabled={selection.pending}
      onToggle={selection.toggle}
      onAction={list.act}
    />
  )
  const { search, empty, add } = searchedList({
    list,
    filters,
    filter,
    of: 'questions',
    none: 'No questions found',
    first: 'Start by adding the first question',
    adds: writes,
  })

  return (
    <Page
      title="Question Pool"
      actions={
        <>
          <ScreenButton to={`/feedback${left}`} icon={IconArrowLeft}>
            Back
          </ScreenButton>
          {add}
        </>
      }
    >
      {survey.data && <SurveyJumpRow survey={survey.data} onJump={jump} />}
      <div className={classes.columns} data-survey={isOfSurvey || undefined}>
        <section ref={pool} tabIndex={-1} className={classes.column} aria-label="Pool">
          <SearchField label="Search questions" placeholder="Title, question text or help text" {...search} />
          <FilterPanel chosen={[{ label: 'Type', value: filter.type && typeLabel(filter.type) }]}>
            <SelectField
              label="Type"
              blank="All types"
              options={TYPE_FILTER}
              value={filter.type ?? ''}
              onChange={(event) => filters.choose({ type: event.currentTarget.value })}
            />
          </FilterPanel>
          <PagedList list={list} skeleton={tableOf([], true)} empty={empty} of="the pool">
            {({ data }) => tableOf(data)}
          </PagedList>
          <SelectionPanel
            selection={selection}
            survey={survey.data}
            // Its buttons had the focus.
            onEmptied={() => pool.current?.focus({ preventScroll: true })}
          />
        </section>
        {isOfSurvey && (
          <div ref={ofSurvey} tabIndex={-1}>
            {surveyId === undefined ? (
              <Problem text="Survey not found." />
            ) : (
              <ListState query={survey} skeleton={PANEL_WAITS}>
                {(found) => <SurveyQuestionsPanel key={found.id} survey={found} />}
              </ListState>
            )}
          </div>
        )}
      </div>
      <RecordDialog
        kind={POOL_QUESTION}
        dialog={list.dialog}
        query={poolQuestionQuery}
        adds={writes && !own.loading}
        edits={writes}
        isEditable={isEditable}
        form={(opening) => <PoolQuestionForm {...opening} departmentId={own.locked?.id} />}
        view={(question) => <QuestionPanel question={question} />}
      />
    </Page>
  )
}
