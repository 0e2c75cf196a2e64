import { IconArrowsShuffle, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Posting } from '../../../shared/contract/postings.ts'
import { can } from '../../../shared/permissions.ts'
import { PLAN_DAYS } from '../../../shared/plan-grid.ts'
import { dayAfter } from '../../../shared/session-times.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { useRoles } from '../../core/login.ts'
import { batchChoicesQuery } from '../../core/start.ts'
import { ChosenList } from '../../layout/ChosenList.tsx'
import { useListPage } from '../../layout/list-page.ts'
import { Page } from '../../layout/Page.tsx'
import { PagedList } from '../../layout/PagedList.tsx'
import { BatchPicker } from '../../parts/BatchPicker.tsx'
import { DepartmentPicker } from '../../parts/DepartmentPicker.tsx'
import { DOCUMENTS, ExportPanel } from '../../parts/ExportPanel.tsx'
import { FirstBatch } from '../../parts/FirstBatch.tsx'
import { useDepartmentFilters } from '../../parts/own-department.ts'
import { RecordDialog } from '../../parts/RecordDialog.tsx'
import { AddButton } from '../../ui/AddButton.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Group, Text } from '../../ui/elements.tsx'
import { later } from '../../ui/later.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { exportPlan, planGroupsQuery, postingQuery, postingsQuery, usePostingChanges } from './api.ts'
import { dialogs } from './dialogs.ts'
import { PlanPanel } from './PlanPanel.tsx'
import { PostingPanel } from './PostingPanel.tsx'
import { PostingsTable } from './PostingsTable.tsx'
import { addressOf, type Dragged, type Moved, movedBy, POSTING, postingName, rowsOf } from './rules.ts'

export { needs } from './api.ts'

const PostingForm = later(dialogs.add)
const RotationModal = later(dialogs.rotate)

const CLOSED = { modal: undefined, id: undefined, close: () => undefined }
const NO_BATCH = { title: 'Select a Batch', text: 'The plan is shown for one batch.' }

/** Shows the rotation plan of a batch, as a grid of weeks and as a list. */
export function PostingsPage() {
  const writes = can(useRoles(), 'postings:write')
  PostingForm.useWhenIdle(writes)
  const { own, department, filters } = useDepartmentFilters()
  const batches = useQuery(batchChoicesQuery)
  const asked = addressOf(filters)
  const batch = batches.data?.find(({ id }) => id === asked.batch_id)
  // A shared address may name a batch that can't be chosen.
  const filter = { ...asked, batch_id: batches.data && !batch ? undefined : asked.batch_id }
  const groups = useQuery(planGroupsQuery(filter.batch_id))
  const list = useListPage({
    kind: POSTING,
    filters,
    query: { ...postingsQuery(filter), enabled: !own.loading },
    nameOf: postingName,
    remove: usePostingChanges().remove,
  })
  const [dragged, setDragged] = useState<Dragged>()
  const [moved, setMoved] = useState<Moved>()
  const rows = rowsOf(groups.data ?? [])
  const shown = rowsOf(
    (groups.data ?? []).filter(({ department_id }) => (filter.department_id ?? department_id) === department_id),
  )
  const plans = writes && !own.loading && rows.length > 0

  function add(over?: Dragged): void {
    setDragged(over)
    list.dialog.open('add')
  }

  function act(action: 'view' | 'edit' | 'delete', posting: Posting, weeks = 0): void {
    setMoved(weeks === 0 ? undefined : movedBy(posting, weeks))
    list.act(action, posting)
  }

  return (
    <Page
      title="Rotation plan"
      actions={
        <>
          {plans && <AddButton onClick={() => add()} />}
          {plans && !own.locked && (
            <Button
              variant="default"
              leftSection={<IconArrowsShuffle size={16} aria-hidden />}
              onClick={() => list.dialog.open('rotate')}
            >
              Rotate
            </Button>
          )}
          {filter.batch_id !== undefined && (
            <ExportPanel formats={DOCUMENTS} fileName={() => 'rotation-plan'} read={exportPlan(filter)} />
          )}
        </>
      }
    >
      <ChosenList
        startsOpen={filter.batch_id === undefined}
        chosen={[
          { label: 'Batch', value: batch?.name },
          { label: 'Department', value: department?.name },
        ]}
        fields={
          <>
            <BatchPicker value={String(filter.batch_id ?? '')} onChange={(value) => filters.choose({ batch: value })} />
            <DepartmentPicker
              blank="All departments"
              value={filter.department_id}
              onChange={(id) => filters.choose({ department_id: id })}
            />
          </>
        }
        missing={
          filter.batch_id === undefined
            ? { ...NO_BATCH, action: batches.data?.length === 0 ? <FirstBatch /> : undefined }
            : undefined
        }
      >
        {() => (
          <>
            <WeeksRow from={filter.from} to={filter.to} onTurn={(from) => filters.set({ from })} />
            {shown.length > 0 && list.query.data && (
              <PlanPanel
                rows={shown}
                postings={list.query.data.data}
                from={filter.from}
                onOpen={(posting) => act(writes ? 'edit' : 'view', posting)}
                onDragged={plans ? add : undefined}
                onMoved={plans ? (posting, weeks) => act('edit', posting, weeks) : undefined}
              />
            )}
            <PagedList
              list={list}
              skeleton={<PostingsTable rows={[]} loading writes={writes} onAction={act} />}
              empty={
                groups.data?.length === 0 ? (
                  <Prompt title="No groups in this batch" text="The rows of the plan are the names of its groups." />
                ) : (
                  <Prompt title="No postings in these weeks" />
                )
              }
            >
              {({ data }) => <PostingsTable rows={data} writes={writes} onAction={act} />}
            </PagedList>
          </>
        )}
      </ChosenList>
      <RecordDialog
        kind={POSTING}
        // The form's choices are the rows.
        dialog={groups.data ? list.dialog : CLOSED}
        query={postingQuery}
        adds={plans}
        edits={writes}
        form={(opening) => (
          <PostingForm {...opening} rows={rows} departmentId={filter.department_id} dragged={dragged} moved={moved} />
        )}
        view={(posting) => <PostingPanel posting={posting} />}
      />
      {plans && list.dialog.modal === 'rotate' && (
        <RotationModal rows={rows} batchName={batch?.name ?? ''} onClose={list.dialog.close} />
      )}
    </Page>
  )
}

interface WeeksProps {
  from: string
  to: string
  onTurn: (from: string | undefined) => void
}

/** Leads to the weeks before and after those that are shown. */
const WeeksRow = ({ from, to, onTurn }: WeeksProps) => (
  <Group justify="space-between" gap="xs">
    <Text fw={600} aria-live="polite">
      {writtenDay(from)} to {writtenDay(to)}
    </Text>
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconChevronLeft size={18} aria-hidden />}
        onClick={() => onTurn(dayAfter(from, -PLAN_DAYS))}
      >
        Earlier
      </Button>
      <Button variant="default" onClick={() => onTurn(undefined)}>
        Now
      </Button>
      <Button
        variant="default"
        leftSection={<IconChevronRight size={18} aria-hidden />}
        onClick={() => onTurn(dayAfter(from, PLAN_DAYS))}
      >
        Later
      </Button>
    </Group>
  </Group>
)
