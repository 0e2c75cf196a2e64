import { useQuery } from '@tanstack/react-query'
import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import { labelOf, SURVEY_STATUSES } from '../../../shared/labels.ts'
import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { batchChoicesQuery } from '../../core/start.ts'
import { FilterPanel } from '../../layout/FilterPanel.tsx'
import { useListPage } from '../../layout/list-page.ts'
import { Page } from '../../layout/Page.tsx'
import { PagedList } from '../../layout/PagedList.tsx'
import { searchedList } from '../../layout/searched-list.tsx'
import { BatchPicker } from '../../parts/BatchPicker.tsx'
import { DepartmentPicker } from '../../parts/DepartmentPicker.tsx'
import { useDepartmentFilters } from '../../parts/own-department.ts'
import { RecordDialog } from '../../parts/RecordDialog.tsx'
import { later } from '../../ui/later.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { SelectField, wordOptions } from '../../ui/SelectField.tsx'
import { addressOf, surveyQuery, surveysQuery, useSurveyChanges } from './api.ts'
import { dialogs } from './dialogs.ts'
import { MOVES, SURVEY } from './rules.ts'
import { SurveyPanel } from './SurveyPanel.tsx'
import { SurveysTable } from './SurveysTable.tsx'

export { needs } from './api.ts'

const SurveyForm = later(dialogs.add)

const STATUSES = wordOptions(SURVEY_STATUSES)
const isMove = (action: string): action is keyof typeof MOVES => action in MOVES

export function SurveysPage() {
  const writes = can(useRoles(), 'feedback-surveys:write')
  const { own, department, filters } = useDepartmentFilters()
  const batches = useQuery(batchChoicesQuery)
  SurveyForm.useWhenIdle(writes)
  const filter = addressOf(filters)
  const batch = batches.data?.find(({ id }) => id === filter.batch_id)

  const changes = useSurveyChanges()
  const list = useListPage({
    kind: SURVEY,
    filters,
    query: { ...surveysQuery(filter, filters.page), enabled: !own.loading },
    nameOf: ({ title }) => title,
    remove: changes.remove,
  })

  function act(action: string, survey: FeedbackSurvey): void {
    if (isMove(action))
      void list.change(survey, { ...MOVES[action], run: ({ id }) => changes[action]({ params: { id } }) })
    else list.act(action, survey)
  }

  const { search, clear, empty, add } = searchedList({
    list,
    filters,
    filter,
    of: 'surveys',
    none: 'No surveys found',
    first: 'Start by adding the first survey',
    adds: writes,
  })

  return (
    <Page title="Feedback Surveys" actions={add}>
      <SearchField label="Search surveys" placeholder="Title or description" {...search} />
      <FilterPanel
        chosen={[
          { label: 'Status', value: filter.status && labelOf(filter.status) },
          { label: 'Department', value: department?.name },
          { label: 'Batch', value: batch?.name },
        ]}
        clear={clear}
      >
        <SelectField
          label="Status"
          blank="All statuses"
          options={STATUSES}
          value={filter.status ?? ''}
          onChange={(event) => filters.choose({ status: event.currentTarget.value })}
        />
        <DepartmentPicker
          blank="All departments"
          value={filter.department_id}
          onChange={(id) => filters.choose({ department_id: id })}
        />
        <BatchPicker
          blank="All batches"
          value={String(filter.batch_id ?? '')}
          onChange={(id) => filters.choose({ batch_id: id })}
        />
      </FilterPanel>
      <PagedList list={list} skeleton={<SurveysTable surveys={[]} loading onAction={act} />} empty={empty}>
        {({ data }) => <SurveysTable surveys={data} changing={list.changing} onAction={act} />}
      </PagedList>
      <RecordDialog
        kind={SURVEY}
        dialog={list.dialog}
        query={surveyQuery}
        adds={writes && !own.loading}
        edits={writes}
        form={(opening) => <SurveyForm {...opening} chosen={filter} />}
        view={(survey) => <SurveyPanel survey={survey} />}
      />
    </Page>
  )
}
