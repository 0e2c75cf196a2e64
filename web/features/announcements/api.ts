import type * as z from 'zod/mini'
import { type Announcement, type AnnouncementInput, announcements } from '../../../shared/contract/announcements.ts'
import { today } from '../../../shared/contract/today.ts'
import type { PageSize } from '../../../shared/limits.ts'
import type { Address } from '../../core/address.ts'
import { callFile } from '../../core/call-file.ts'
import { needsOf } from '../../core/needs.ts'
import { sinceOpened } from '../../core/opened.ts'
import { dataOf, queryOf, useChange } from '../../core/queries.ts'
import { ownStaffQuery } from '../../core/start.ts'
import { useUploadChange } from '../../core/uploading.ts'
import type { ChosenFiles } from '../../parts/chosen-files.ts'
import type { FileUse } from '../../parts/FilesList.tsx'

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

/** The typed values; the file's name stands in for the file. */
type Typed = Required<z.input<typeof AnnouncementInput>> & { files: string[] }

const asForm = ({ files: _, roles, department_id, batch_id, group_id, last_day, ...texts }: Typed) => ({
  ...texts,
  roles: roles?.join(','),
  department_id: String(department_id ?? ''),
  batch_id: String(batch_id ?? ''),
  group_id: String(group_id ?? ''),
  last_day,
})

/** Adds or changes an announcement: as an upload, or as JSON when no file is added to one that there is. */
export function useSaveAnnouncement({ added, removed }: ChosenFiles) {
  const change = useChange(announcements.update, EFFECTS)
  const { send: add, ...adding } = useUploadChange(announcements.create, EFFECTS)
  const { send: replace, ...replacing } = useUploadChange(announcements.replaceFile, EFFECTS)
  return {
    adding,
    replacing,
    create: ({ body, key }: { body: Typed; key: string }) =>
      add({ params: {}, fields: asForm(body), files: added, key }),
    update: ({ params, body }: { params: { id: number }; body: Typed & { updated_at: string | undefined } }) => {
      const { files: _, updated_at, ...fields } = body
      return added.length > 0
        ? replace({ params, fields: { ...asForm(body), updated_at }, files: added })
        : change({ params, body: { ...fields, updated_at, remove_file: removed.length > 0 } })
    },
  }
}

export const useDeleteAnnouncement = () => useChange(announcements.remove, EFFECTS)

/** Reads the file of an announcement, with the type that the server found in it, to keep or to show. */
export const readFileOf =
  ({ id, file }: Pick<Announcement, 'id' | 'file'>) =>
  async (use: FileUse): Promise<Blob> =>
    new Blob([await callFile(announcements[use], { params: { id } })], { type: file?.type ?? '' })

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
