import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { labelOf } from '../../shared/labels.ts'
import { spanText } from '../../shared/written-day.ts'
import { academicDepartmentsQuery, batchChoicesQuery } from '../core/start.ts'
import { ChosenList } from '../layout/ChosenList.tsx'
import { Button } from '../ui/buttons.tsx'
import { Group, Loader } from '../ui/elements.tsx'
import { PHONE } from '../ui/phone.ts'
import { activeGroupsQuery, everyGroupQuery } from './api.ts'
import { type GroupChoices, GroupFields } from './GroupFields.tsx'
import classes from './GroupListPanel.module.css'
import { hasDays } from './group-filters.ts'

interface Choices {
  data: readonly { id: number; name: string }[] | undefined
  failureCount: number
}

/** Returns the choice's name, or "chosen" when the names can't be read. */
function nameIn({ data, failureCount }: Choices, wanted: number | undefined): string | undefined {
  if (data) return data.find(({ id }) => id === wanted)?.name
  return failureCount > 0 && wanted !== undefined ? 'chosen' : undefined
}

/** Names the chosen filters. */
function useChosen({ filters, status, show, only, days }: GroupChoices) {
  const { own, departmentId, batchId, groupId } = filters
  const departments = useQuery(academicDepartmentsQuery)
  const batches = useQuery(batchChoicesQuery)
  const groups = useQuery(hasDays(days) ? everyGroupQuery(departmentId) : activeGroupsQuery(departmentId))
  return [
    { label: 'Department', value: own.locked?.name ?? nameIn(departments, departmentId) },
    { label: 'Batch', value: nameIn(batches, batchId) },
    { label: 'Group', value: nameIn(groups, groupId) },
    { label: 'Status', value: status && labelOf(status) },
    { label: 'Show', value: show ? show.options.find(({ value }) => value === only)?.label : undefined },
    { label: 'Days', value: days && (spanText(days) || undefined) },
  ]
}

interface Text {
  title: string
  text: string
}

interface Props extends Omit<GroupChoices, 'status' | 'only'> {
  /** The address of the list. */
  at: { status: string | undefined; only: string | undefined; isComplete: boolean; fetched: object | undefined }
  query: { isFetching: boolean; refetch: () => unknown }
  /** The name of all the records: "Attendance Sessions". */
  title: string
  /** The prompt until the required filters are chosen. */
  unchosen: Text
  /** The prompt until the list is fetched. */
  unfetched: Text
  /** True until the filters have their choices. */
  waits: boolean
  /** Beside the button. */
  actions?: ReactNode
  children: () => ReactNode
}

/**
 * Lists the records of one group, once they are fetched: its filters, the button, and the list or the next step. Where
 * a group is required, a narrowed list needs no filter.
 */
export function GroupListPanel(props: Props) {
  const { at, query, title, unchosen, unfetched, waits, actions, children, ...rest } = props
  const { filters, anyGroup } = rest
  const { isComplete, fetched } = at
  const choices = { ...rest, status: at.status, only: at.only }
  const [missed, setMissed] = useState(false)
  const chosen = useChosen(choices)
  const needsAll = anyGroup === undefined
  const isNarrowed = needsAll && at.only !== undefined

  function missing() {
    if (isNarrowed || fetched || filters.isComing) return undefined
    return isComplete ? { ...unfetched, action: null } : unchosen
  }

  function fetchList({ open, close }: { open: () => void; close: () => void }): void {
    if (!isComplete && !isNarrowed) {
      setMissed(true)
      open()
      return
    }
    if (fetched || isNarrowed) void query.refetch()
    else filters.setFetched()
    // On a phone the open filters fill the screen; closed they still name the fetched list.
    if (matchMedia(PHONE).matches) close()
  }

  return (
    <ChosenList
      chosen={chosen}
      fields={<GroupFields {...choices} missed={missed} optional={isNarrowed} />}
      missing={missing()}
      buttons={(panel) => (
        <Group align="flex-start" gap="xs">
          <Button
            className={classes.fetch}
            // The list is there: reading it again is no longer the next step.
            variant={fetched || isNarrowed ? 'default' : 'filled'}
            disabled={(needsAll && !isComplete && !isNarrowed) || waits || query.isFetching}
            leftSection={query.isFetching && <Loader size={16} color="currentColor" aria-hidden />}
            onClick={() => fetchList(panel)}
          >
            {query.isFetching ? 'Fetching...' : `Fetch ${title}`}
          </Button>
          {actions}
        </Group>
      )}
    >
      {children}
    </ChosenList>
  )
}
