import { IconKey, IconTableImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { batchChoicesQuery } from '../../core/start.ts'
import { useFilters } from '../../core/url-state.ts'
import { ChosenList } from '../../layout/ChosenList.tsx'
import { useListPage } from '../../layout/list-page.ts'
import { Page } from '../../layout/Page.tsx'
import { ScreenButton } from '../../layout/ScreenButton.tsx'
import { BatchPicker } from '../../parts/BatchPicker.tsx'
import { ExportPanel, SHEETS } from '../../parts/ExportPanel.tsx'
import { FirstBatch } from '../../parts/FirstBatch.tsx'
import { RecordDialog } from '../../parts/RecordDialog.tsx'
import { AddButton } from '../../ui/AddButton.tsx'
import { Button } from '../../ui/buttons.tsx'
import { later } from '../../ui/later.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { exportStudents, type StudentFilter, studentQuery, studentsQuery, useStudentChanges } from './api.ts'
import { dialogs } from './dialogs.ts'
import { addressOf, onlyOptions, STUDENT, WITHOUT_BATCH } from './rules.ts'
import { StudentsList } from './StudentsList.tsx'

export { needs } from './api.ts'

const StudentForm = later(dialogs.add)
const InitialPasswordsModal = later(dialogs.passwords)

const NO_BATCH = [{ value: WITHOUT_BATCH, label: 'Without a batch' }]

const NO_CHOICE = { title: 'Select a Batch', text: 'Students are listed for one batch.' }
const NO_BATCHES = { title: 'Select a Batch', text: 'There are no batches yet.', action: <FirstBatch /> }

export function StudentsPage() {
  const roles = useRoles()
  const writes = can(roles, 'students:write')
  const filters = useFilters()

  const batches = useQuery(batchChoicesQuery)
  const asked = addressOf(filters)
  const found = batches.data?.find((one) => one.id === asked.batch)
  // A shared address may name a batch that can't be chosen.
  const batch = batches.data && !found && asked.batch !== WITHOUT_BATCH ? undefined : asked.batch
  const { only, q } = asked
  const filter = { batch, only, q }
  const isChosen = batch !== undefined || only !== undefined
  const batchName = batch === WITHOUT_BATCH ? 'Students without a batch' : found?.name

  const list = useListPage({
    kind: STUDENT,
    filters,
    query: studentsQuery(filter, filters.page),
    nameOf: ({ name }) => name,
    remove: useStudentChanges().remove,
  })
  const { modal, open, close } = list.dialog

  StudentForm.useWhenIdle(writes)
  InitialPasswordsModal.useWhenIdle(writes)

  const clear = () => filters.choose({ batch: undefined, only: undefined, q: undefined })

  const shown = onlyOptions(writes)
  return (
    <Page title="Students" actions={<StudentsButtons filter={filter} batchName={batchName} open={open} />}>
      <ChosenList
        startsOpen
        chosen={[
          { label: 'Batch', value: batch === WITHOUT_BATCH ? NO_BATCH[0]?.label : found?.name },
          { label: 'Show', value: shown.find(({ value }) => value === only)?.label },
          { label: 'Search', value: q },
        ]}
        clear={{ label: 'Clear Filter', disabled: !isChosen && q === '', onClear: clear }}
        fields={
          <>
            <BatchPicker
              value={String(batch ?? '')}
              onChange={(value) => filters.choose({ batch: value })}
              blank="Choose a batch"
              more={NO_BATCH}
            />
            <SelectField
              label="Show"
              blank="All students"
              options={shown}
              value={only ?? ''}
              onChange={(event) => filters.choose({ only: event.currentTarget.value })}
              onClear={() => filters.choose({ only: undefined })}
            />
            <SearchField
              // Another batch drops a search that is still being typed.
              key={batch}
              label="Search students"
              placeholder="Name, roll number or email"
              value={q}
              onChange={(typed) => filters.choose({ q: typed })}
              disabled={!isChosen}
            />
          </>
        }
        missing={isChosen ? undefined : batches.data?.length === 0 ? NO_BATCHES : NO_CHOICE}
      >
        {() => <StudentsList list={list} filter={filter} onShowAll={(name) => filters.choose({ [name]: undefined })} />}
      </ChosenList>
      <RecordDialog
        kind={STUDENT}
        dialog={list.dialog}
        query={studentQuery}
        edits={writes}
        form={(opening) => <StudentForm {...opening} batch={batch} />}
      />
      {writes && modal === 'passwords' && batch !== undefined && batchName !== undefined && (
        <InitialPasswordsModal batch={batch} of={batchName} onClose={close} />
      )}
    </Page>
  )
}

interface ButtonsProps {
  filter: StudentFilter
  batchName: string | undefined
  open: (modal: string) => void
}

function StudentsButtons({ filter, batchName, open }: ButtonsProps) {
  const roles = useRoles()
  const isChosen = filter.batch !== undefined || filter.only !== undefined
  return (
    <>
      {can(roles, 'students:write') && (
        <>
          <AddButton onClick={() => open('add')} />
          <ScreenButton to="/students/import" icon={IconTableImport}>
            Import
          </ScreenButton>
          {batchName !== undefined && (
            <Button variant="default" leftSection={<IconKey size={16} aria-hidden />} onClick={() => open('passwords')}>
              Initial passwords
            </Button>
          )}
        </>
      )}
      {isChosen && can(roles, 'students:export') && (
        <ExportPanel formats={SHEETS} fileName={() => exportName(batchName)} read={exportStudents(filter)} />
      )}
    </>
  )
}

const exportName = (batch = 'batch') => `students-${batch.replace(/[^\p{L}\p{N}]+/gu, '-')}`
