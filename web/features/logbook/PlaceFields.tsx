import { BatchPicker } from '../../parts/BatchPicker.tsx'
import { DepartmentPicker } from '../../parts/DepartmentPicker.tsx'
import { GroupPicker } from '../../parts/GroupPicker.tsx'
import type { PlaceFilters } from './place-filters.ts'

/** Narrows a list to a department, a batch and a group. */
export function PlaceFields({ of: { filters, place, seesCollege } }: { of: PlaceFilters }) {
  return (
    <>
      {seesCollege && (
        <DepartmentPicker
          blank="All departments"
          value={place.department_id}
          onChange={(id) => filters.choose({ department_id: id, group_id: undefined })}
        />
      )}
      <BatchPicker
        blank="All batches"
        value={String(place.batch_id ?? '')}
        onChange={(id) => filters.choose({ batch_id: id, group_id: undefined })}
      />
      <GroupPicker
        blank="All groups"
        departmentId={place.department_id}
        batchId={place.batch_id}
        value={place.group_id}
        onChange={(id) => filters.choose({ group_id: id })}
      />
    </>
  )
}
