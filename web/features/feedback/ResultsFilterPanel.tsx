import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import type { useFilters } from '../../core/url-state.ts'
import { FilterPanel } from '../../layout/FilterPanel.tsx'
import { activeGroupsQuery, batchChoicesQuery } from '../../parts/api.ts'
import { BatchPicker } from '../../parts/BatchPicker.tsx'
import { DepartmentPicker } from '../../parts/DepartmentPicker.tsx'
import { GroupPicker } from '../../parts/GroupPicker.tsx'
import { useDepartmentFilter } from '../../parts/own-department.ts'
import type { Part } from './results.api.ts'
import { partsOf } from './results.rules.ts'

interface Props {
  survey: FeedbackSurvey
  part: Part
  filters: ReturnType<typeof useFilters>
}

/** Which students the results are of: those of a batch or a group. A department only helps to find the group. */
export function ResultsFilterPanel({ survey, part, filters }: Props) {
  const [opened, setOpened] = useState(false)
  const chosen = useDepartmentFilter(filters)
  const departmentId = survey.department_id ?? chosen.departmentId
  const batchId = survey.batch_id ?? part.batch_id
  const batches = useQuery(batchChoicesQuery)
  const groups = useQuery(activeGroupsQuery(departmentId))
  const nameIn = (records: readonly { id: number; name: string }[] | undefined, wanted: number | undefined) =>
    wanted === undefined ? undefined : (records?.find(({ id }) => id === wanted)?.name ?? 'chosen')
  const choose = (changes: { batch_id?: string; department_id?: number | undefined }) =>
    filters.set({ ...changes, group_id: undefined }, { staysInPlace: true })
  return (
    <FilterPanel
      opened={opened}
      onToggle={() => setOpened(!opened)}
      // On paper it says which part the results are of.
      screenOnly={part.batch_id === undefined && part.group_id === undefined}
      chosen={[
        { label: 'Batch', value: nameIn(batches.data, part.batch_id) },
        { label: 'Group', value: nameIn(groups.data, part.group_id) },
      ]}
    >
      {partsOf(survey) === 'batches' && (
        <BatchPicker
          blank="All batches"
          value={String(part.batch_id ?? '')}
          onChange={(id) => choose({ batch_id: id })}
          onClear={() => choose({ batch_id: '' })}
        />
      )}
      {survey.department_id === null && (
        <DepartmentPicker
          value={departmentId}
          onChange={(id) => choose({ department_id: id })}
          onClear={() => choose({ department_id: undefined })}
        />
      )}
      <GroupPicker
        blank="All groups"
        departmentId={departmentId}
        batchId={batchId}
        value={part.group_id}
        onChange={(id) => filters.set({ group_id: id }, { staysInPlace: true })}
        onClear={() => choose({})}
      />
    </FilterPanel>
  )
}
