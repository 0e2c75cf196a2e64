import { useQuery } from '@tanstack/react-query'
import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import { academicDepartmentsQuery, batchChoicesQuery } from '../../core/start.ts'
import type { useFilters } from '../../core/url-state.ts'
import { FilterPanel } from '../../layout/FilterPanel.tsx'
import { activeGroupsQuery } from '../../parts/api.ts'
import { BatchPicker } from '../../parts/BatchPicker.tsx'
import { DepartmentPicker } from '../../parts/DepartmentPicker.tsx'
import { GroupPicker } from '../../parts/GroupPicker.tsx'
import type { Part } from './api.ts'
import { firstPages, isDivided, NO_PART, partsOf } from './rules.ts'

interface Props {
  survey: FeedbackSurvey
  part: Part
  filters: ReturnType<typeof useFilters>
}

/** Narrows the results to the students of a department, a batch or a group. */
export function ResultsFilterPanel({ survey, part, filters }: Props) {
  const departmentId = survey.department_id ?? part.department_id
  const batchId = survey.batch_id ?? part.batch_id
  const departments = useQuery({ ...academicDepartmentsQuery, enabled: survey.department_id === null })
  const batches = useQuery(batchChoicesQuery)
  const groups = useQuery(activeGroupsQuery(departmentId))
  const nameIn = (records: readonly { id: number; name: string }[] | undefined, wanted: number | undefined) =>
    wanted === undefined ? undefined : (records?.find(({ id }) => id === wanted)?.name ?? 'chosen')
  const choose = (changes: { [Name in keyof Part]: number | string | undefined }) =>
    filters.set({ ...firstPages(filters.names()), ...changes }, { staysInPlace: true })
  return (
    <FilterPanel
      // The paper names the part.
      screenOnly={!isDivided(part)}
      clear={{ disabled: !isDivided(part), onClear: () => choose(NO_PART) }}
      chosen={[
        { label: 'Department', value: nameIn(departments.data, part.department_id) },
        { label: 'Batch', value: nameIn(batches.data, part.batch_id) },
        { label: 'Group', value: nameIn(groups.data, part.group_id) },
      ]}
    >
      {partsOf(survey) === 'batches' && (
        <BatchPicker
          blank="All batches"
          value={String(part.batch_id ?? '')}
          onChange={(id) => choose({ batch_id: id, group_id: undefined })}
          onClear={() => choose({ batch_id: undefined, group_id: undefined })}
        />
      )}
      {survey.department_id === null && (
        <DepartmentPicker
          blank="All departments"
          value={departmentId}
          onChange={(id) => choose({ department_id: id, group_id: undefined })}
          onClear={() => choose({ department_id: undefined, group_id: undefined })}
        />
      )}
      <GroupPicker
        blank="All groups"
        departmentId={departmentId}
        batchId={batchId}
        value={part.group_id}
        onChange={(id) => choose({ group_id: id })}
        onClear={() => choose({ group_id: undefined })}
      />
    </FilterPanel>
  )
}
