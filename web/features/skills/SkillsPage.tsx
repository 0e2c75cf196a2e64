import { IconTableImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { labelOf, SKILL_STATUSES } from '../../../shared/labels.ts'
import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { FilterPanel } from '../../layout/FilterPanel.tsx'
import { useListPage } from '../../layout/list-page.ts'
import { Page } from '../../layout/Page.tsx'
import { PagedList } from '../../layout/PagedList.tsx'
import { ScreenButton } from '../../layout/ScreenButton.tsx'
import { searchedList } from '../../layout/searched-list.tsx'
import { DepartmentPicker } from '../../parts/DepartmentPicker.tsx'
import { useDepartmentFilters } from '../../parts/own-department.ts'
import { RecordDialog } from '../../parts/RecordDialog.tsx'
import { later } from '../../ui/later.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { SelectField, wordOptions } from '../../ui/SelectField.tsx'
import { addressOf, categoriesQuery, skillQuery, skillsQuery, useSkillChanges } from './api.ts'
import { dialogs } from './dialogs.ts'
import { SKILL } from './rules.ts'
import { YEAR_OPTIONS } from './SkillFields.tsx'
import { SkillPanel } from './SkillPanel.tsx'
import { SkillsTable } from './SkillsTable.tsx'

export { needs } from './api.ts'

const SkillForm = later(dialogs.add)

const STATUSES = wordOptions(SKILL_STATUSES)

export function SkillsPage() {
  const writes = can(useRoles(), 'skills:write')
  SkillForm.useWhenIdle(writes)
  const { own, department, filters } = useDepartmentFilters()
  const filter = addressOf(filters)
  const categories = useQuery({ ...categoriesQuery(filter.department_id), enabled: !own.loading })
  const list = useListPage({
    kind: SKILL,
    filters,
    query: { ...skillsQuery(filter, filters.page), enabled: !own.loading },
    nameOf: ({ name }) => name,
    remove: useSkillChanges().remove,
  })
  const table = { showsDepartment: filter.department_id === undefined, writes, onAction: list.act }
  const { search, clear, empty, add } = searchedList({
    list,
    filters,
    filter,
    of: 'skills',
    none: 'No skills found',
    first: 'Start by adding the first skill',
    adds: writes && !own.loading,
  })

  return (
    <Page
      title="Skills"
      actions={
        <>
          {add}
          {writes && (
            <ScreenButton to="/skills/import" icon={IconTableImport}>
              Import
            </ScreenButton>
          )}
        </>
      }
    >
      <SearchField label="Search skills" placeholder="Name or code" {...search} />
      <FilterPanel
        chosen={[
          { label: 'Department', value: department?.name },
          { label: 'Category', value: filter.category },
          { label: 'Year', value: filter.year },
          { label: 'Status', value: filter.status && labelOf(filter.status) },
        ]}
        clear={clear}
      >
        <DepartmentPicker
          blank="All departments"
          value={filter.department_id}
          onChange={(id) => filters.choose({ department_id: id, category: undefined })}
        />
        <SelectField
          label="Category"
          blank="All categories"
          options={categoryOptions(categories.data ?? [], filter.category)}
          source={categories}
          value={filter.category}
          onChange={(event) => filters.choose({ category: event.currentTarget.value })}
        />
        <SelectField
          label="Year"
          blank="All years"
          options={YEAR_OPTIONS}
          value={filter.year ?? ''}
          onChange={(event) => filters.choose({ year: event.currentTarget.value })}
        />
        <SelectField
          label="Status"
          blank="Any status"
          options={STATUSES}
          value={filter.status ?? ''}
          onChange={(event) => filters.choose({ status: event.currentTarget.value })}
        />
      </FilterPanel>
      <PagedList list={list} skeleton={<SkillsTable rows={[]} loading {...table} />} empty={empty}>
        {({ data }) => <SkillsTable rows={data} {...table} />}
      </PagedList>
      <RecordDialog
        kind={SKILL}
        dialog={list.dialog}
        query={skillQuery}
        adds={writes && !own.loading}
        edits={writes}
        form={(opening) => <SkillForm {...opening} departmentId={filter.department_id} />}
        view={(skill) => <SkillPanel skill={skill} />}
      />
    </Page>
  )
}

/** Returns the categories with the number of their skills. The address's category is offered even if it has none. */
function categoryOptions(categories: readonly { category: string; count: number }[], chosen: string) {
  const options = categories.map(({ category, count }) => ({ value: category, label: `${category} (${count})` }))
  const isKnown = chosen === '' || categories.some(({ category }) => category === chosen)
  return isKnown ? options : [...options, { value: chosen, label: chosen }]
}
