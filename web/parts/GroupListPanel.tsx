import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { OpenFilters } from '../layout/FilterPanel.tsx'
import { Prompt } from '../ui/Prompt.tsx'
import type { Option } from '../ui/SelectField.tsx'
import { PHONE } from '../ui/theme.ts'
import { GroupFilterPanel } from './GroupFilterPanel.tsx'
import classes from './GroupListPanel.module.css'
import type { GroupAddress, GroupFilters } from './group-filters.ts'

interface Props {
  filters: GroupFilters
  /** The address of the list; narrowed by `only` it needs no group. */
  at: GroupAddress & { only: string | undefined }
  statuses: readonly string[]
  /** The further choice that narrows the list, with the text of none. */
  show?: { blank: string; options: readonly Option[] } | false
  query: { isFetching: boolean; refetch: () => unknown }
  /** The name of all the records: "Attendance Sessions". */
  title: string
  /** The text once the group is chosen and nothing is fetched. */
  unfetched: string
  /** The prompt for a missing group alone. */
  noGroup?: { title: string; text: string }
  /** True until the filters have their choices. */
  waits: boolean
  children: () => ReactNode
}

/** Lists the records of one group, once they are fetched: its filters, the button, and the list or the next step. */
export function GroupListPanel(props: Props) {
  const { filters, at, statuses, show, query, title, unfetched, noGroup, waits, children } = props
  const { place, isComplete, fetched, only } = at
  const [opened, setOpened] = useState(false)

  function fetchList(): void {
    if (fetched || only) void query.refetch()
    else filters.setFetched()
    // On a phone the open filters fill the screen; closed they still name the fetched list.
    if (matchMedia(PHONE).matches) setOpened(false)
  }

  function results() {
    if (only) return children()
    if (!isComplete && !filters.isComing) {
      const lacking = place.department_id !== undefined && place.batch_id !== undefined ? noGroup : undefined
      return (
        <Prompt
          title={lacking?.title ?? 'Select All Required Fields'}
          text={lacking?.text ?? `Please select department, batch, and group to fetch ${title.toLowerCase()}`}
          action={<OpenFilters opened={opened} onOpen={() => setOpened(true)} />}
        />
      )
    }
    return fetched || filters.own.loading ? children() : <Prompt title="Nothing fetched yet" text={unfetched} />
  }

  return (
    <>
      <GroupFilterPanel
        opened={opened}
        onToggle={() => setOpened(!opened)}
        filters={filters}
        statuses={statuses}
        status={at.status}
        anyStatus="All statuses"
        optional={only !== undefined}
        {...(show && { show: { ...show, value: only ?? '', onChange: filters.chooseOnly } })}
      />
      <Button
        className={classes.fetch}
        disabled={(!isComplete && !only) || waits || query.isFetching}
        onClick={fetchList}
      >
        {query.isFetching ? 'Fetching...' : `Fetch ${title}`}
      </Button>
      <div className={classes.results}>{results()}</div>
    </>
  )
}
