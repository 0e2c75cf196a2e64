import { IconSchool } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { collegeToday } from '../../../shared/college-clock.ts'
import { labelOf } from '../../../shared/labels.ts'
import { can } from '../../../shared/permissions.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { useRoles } from '../../core/login.ts'
import { batchChoicesQuery } from '../../core/start.ts'
import { useFilters, useModalUrl } from '../../core/url-state.ts'
import { ChosenList } from '../../layout/ChosenList.tsx'
import { ListState } from '../../layout/ListState.tsx'
import { Page } from '../../layout/Page.tsx'
import { ScreensMenu } from '../../layout/ScreensMenu.tsx'
import { BatchPicker } from '../../parts/BatchPicker.tsx'
import { DepartmentPicker } from '../../parts/DepartmentPicker.tsx'
import { DOCUMENTS, type ExportedFile, ExportPanel } from '../../parts/ExportPanel.tsx'
import { useDepartmentFilters, useOwnDepartment } from '../../parts/own-department.ts'
import { Button } from '../../ui/buttons.tsx'
import { Text } from '../../ui/elements.tsx'
import { TextInput } from '../../ui/fields.tsx'
import { later } from '../../ui/later.tsx'
import { NothingFound } from '../../ui/NothingFound.tsx'
import { PagesRow } from '../../ui/PagesRow.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { countsQuery, exportList, listQuery, printLetters } from './api.ts'
import { dialogs } from './dialogs.ts'
import { EligibilityTable } from './EligibilityTable.tsx'
import {
  addressOf,
  CONDITION_OPTIONS,
  dayProblemOf,
  type ListFilter,
  letterCount,
  lettersFileName,
  lettersLabel,
  listFileName,
  SORT_OPTIONS,
} from './rules.ts'
import { OrderFields, SearchFields } from './SearchFields.tsx'
import { VerdictsPanel } from './VerdictsPanel.tsx'

const EligibilityModal = later(dialogs.view)
const FreezeModal = later(dialogs.freeze)
const ExemptModal = later(dialogs.exempt)
const WithdrawModal = later(dialogs.withdraw)

const NO_BATCH = {
  title: 'Choose a batch',
  text: 'Please choose the batch whose students are judged, or a department for all batches; a condition judges by that alone.',
}
const NO_FILTER = { day: undefined, q: undefined, verdict: undefined, condition: undefined, department_id: undefined }

/** Tells of such a day in the place of the list, and leads back to now; nothing while there is none. */
const tooEarly = (text: string | undefined, onNow: () => void) =>
  text === undefined
    ? undefined
    : {
        title: 'Too early a day',
        text,
        action: (
          <Button variant="default" onClick={onNow}>
            Show it as of now
          </Button>
        ),
      }

/** Shows the students of a batch with their verdicts, as counts that filter and as a list. */
export function EligibilityPanel() {
  const { own, department, filters } = useDepartmentFilters()
  const at = addressOf(filters)
  const { batch_id, condition, day, verdict, sort, q, chosen } = at
  const place = own.loading ? undefined : chosen
  const batches = useQuery(batchChoicesQuery)
  const query = useQuery(listQuery(place, at, filters.page))
  const counts = useQuery(countsQuery(place, at))
  const dayProblem = dayProblemOf(query.error)
  const letters = letterCount(counts.data, verdict)
  const { open } = useModalUrl()
  const show = useCallback((id: number) => open('view', id), [open])
  const isFiltered = Boolean(
    q || verdict || condition || day || at.future || (filters.departmentId && !filters.isFixed),
  )
  const clear = () => filters.choose(NO_FILTER)
  return (
    <Page title="Eligibility" actions={<PageActions batchId={day === undefined ? batch_id : undefined} />}>
      <ChosenList
        startsOpen={chosen === undefined || at.future !== undefined}
        chosen={[
          { label: 'Batch', value: batches.data?.find(({ id }) => id === batch_id)?.name },
          { label: 'Department', value: department?.name },
          { label: 'Condition', value: condition && labelOf(condition) },
          { label: 'As of', value: day && writtenDay(day) },
          {
            label: 'Order',
            value: sort === 'worst' ? undefined : SORT_OPTIONS.find(({ value }) => value === sort)?.label,
          },
        ]}
        clear={{ disabled: !isFiltered, onClear: clear }}
        fields={
          <>
            <BatchPicker
              blank={filters.departmentId === undefined ? 'Choose a batch' : 'All batches'}
              value={String(batch_id ?? '')}
              onChange={(id) => filters.choose({ batch_id: id })}
            />
            <DepartmentPicker
              blank="All departments"
              value={filters.departmentId}
              onChange={(id) => filters.choose({ department_id: id })}
            />
            <SelectField
              label="Condition"
              blank="All conditions"
              options={CONDITION_OPTIONS}
              value={condition ?? ''}
              onChange={(event) => filters.choose({ condition: event.currentTarget.value })}
            />
            <OrderFields sort={sort} onChoose={filters.choose} />
            <TextInput
              label="As of the day"
              type="date"
              max={collegeToday()}
              value={day ?? at.future ?? ''}
              error={at.future ? 'Choose a day up to today' : dayProblem}
              onChange={(event) => filters.choose({ day: event.currentTarget.value })}
            />
          </>
        }
        missing={chosen ? tooEarly(dayProblem, () => filters.choose({ day: undefined })) : NO_BATCH}
      >
        {() => (
          <>
            {day !== undefined && <AsOf day={day} />}
            <VerdictsPanel counts={counts.data} verdict={verdict} onChoose={filters.choose} />
            <SearchFields q={q} onChoose={filters.choose}>
              {place && <ListExport of={{ ...place, verdict, q, sort }} letters={letters} />}
            </SearchFields>
            <ListState
              query={query}
              skeleton={<EligibilityTable rows={[]} loading onShow={show} />}
              isEmpty={({ meta }) => meta.total === 0}
              empty={
                isFiltered ? (
                  <NothingFound title="No students found with these filters" of="students" onShowAll={clear} />
                ) : (
                  <Prompt icon={IconSchool} title="No active students here" />
                )
              }
            >
              {({ data, meta }) => (
                <>
                  <EligibilityTable rows={data} ofAllBatches={batch_id === undefined} onShow={show} />
                  <PagesRow meta={meta} onPage={filters.turnTo} />
                </>
              )}
            </ListState>
          </>
        )}
      </ChosenList>
      <Dialogs />
    </Page>
  )
}

/** Says what a former day is judged by. */
const AsOf = ({ day }: { day: string }) => (
  <Text size="sm" role="note">
    As of {writtenDay(day)}: groups, registers, performances, work and exemptions of that day. Results and rules are
    those of now.
  </Text>
)

/** Saves the list as a file, and as of now the letters to those below a minimum, whose item says how many. */
function ListExport({ of, letters }: { of: ListFilter; letters: number }) {
  const ofLetters: ExportedFile = {
    label: lettersLabel(letters),
    format: 'pdf',
    fileName: lettersFileName,
    read: printLetters(of),
  }
  const more = letters > 0 && of.day === undefined ? [ofLetters] : []
  return <ExportPanel formats={DOCUMENTS} fileName={listFileName} read={exportList(of)} more={more} />
}

/** Returns true for people who freeze lists: with the eyes of a department a list would leave the others out. */
function useFreezes(): boolean {
  const { locked, loading } = useOwnDepartment()
  return can(useRoles(), 'eligibility:freeze') && !loading && !locked
}

/** Freezes the list, for people who see all of it, and leads to the frozen ones and to the rules. */
function PageActions({ batchId }: { batchId: number | undefined }) {
  const { open } = useModalUrl()
  const roles = useRoles()
  const freezes = useFreezes()
  return (
    <>
      {freezes && batchId !== undefined && <Button onClick={() => open('freeze', batchId)}>Freeze this list</Button>}
      <ScreensMenu
        label="Papers and rules"
        screens={[
          { to: '/eligibility/lists', label: 'Frozen lists' },
          { to: '/eligibility/documents', label: 'Issued documents' },
          ...(can(roles, 'packs:make') ? [{ to: '/eligibility/packs', label: 'Inspection packs' }] : []),
          { to: '/eligibility/rules', label: 'Rule sets' },
        ]}
      />
    </>
  )
}

/** The dialogs of the address, as far as the person may do what they are for. */
function Dialogs() {
  const { modal, id, open, close } = useModalUrl()
  const { day } = addressOf(useFilters())
  const freezes = useFreezes()
  const exempts = can(useRoles(), 'eligibility:exempt')
  if (id === undefined) return null
  if (modal === 'view') return <EligibilityModal id={id} day={day} onOpen={open} onClose={close} />
  if (modal === 'freeze') return freezes && <FreezeModal id={id} onClose={close} />
  if (!exempts) return null
  if (modal === 'exempt') return <ExemptModal id={id} onClose={close} />
  return modal === 'withdraw' && <WithdrawModal id={id} onClose={close} />
}
