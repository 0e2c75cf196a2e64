import { announcements } from '../../../shared/contract/announcements.ts'
import { today } from '../../../shared/contract/today.ts'
import type { PageSize } from '../../../shared/limits.ts'
import type { Address } from '../../core/address.ts'
import { needsOf } from '../../core/needs.ts'
import { sinceOpened } from '../../core/opened.ts'
import { dataOf, queryOf, useChange, useRecordChanges } from '../../core/queries.ts'
import { ownStaffQuery } from '../../core/start.ts'

const ANNOUNCEMENTS_PER_PAGE: PageSize = 25

/** Reads the list's filter from the address. */
export const addressOf = ({ q }: Pick<Address, 'q'>) => ({ q })

export const announcementsQuery = (filter: ReturnType<typeof addressOf>, page: number) =>
  queryOf(
    announcements.list,
    { query: { ...filter, page, per_page: ANNOUNCEMENTS_PER_PAGE } },
    { sameBut: ['q', 'page'] },
  )

export const announcementQuery = (id: number) =>
  queryOf(announcements.read, { params: { id } }, { select: dataOf, staleTime: sinceOpened })

/** Lists of announcements, and the dashboard, which tells of unread ones. */
const EFFECTS = { stale: [announcements, today] }

export const useAnnouncementChanges = () => useRecordChanges(announcements, EFFECTS)

export const useMarkRead = () => useChange(announcements.markRead, EFFECTS)

/** The queries to start when the screen's address is opened. */
export const needs = needsOf((address) => {
  const opened = address.dialog('view', 'edit')
  return [
    announcementsQuery(addressOf(address), address.page),
    address.can('announcements:write') && ownStaffQuery,
    opened !== undefined && announcementQuery(opened),
  ]
})
