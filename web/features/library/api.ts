import { type LibraryEntry, libraries } from '../../../shared/contract/libraries.ts'
import type { BodyInput } from '../../../shared/endpoint.ts'
import type { PageSize } from '../../../shared/limits.ts'
import type { Address } from '../../core/address.ts'
import { callFile } from '../../core/call-file.ts'
import type { Receiving } from '../../core/downloading.ts'
import { needsOf } from '../../core/needs.ts'
import { sinceOpened } from '../../core/opened.ts'
import { dataOf, everyOf, queryOf, useChange, useRefresh } from '../../core/queries.ts'
import { batchChoicesQuery, ownStaffQuery } from '../../core/start.ts'
import { useUploadChange } from '../../core/uploading.ts'
import { departmentChoicesQuery } from '../../parts/api.ts'
import type { ChosenFiles } from '../../parts/chosen-files.ts'

const ENTRIES_PER_PAGE: PageSize = 48

/** Reads the list's filter from the address. */
export const addressOf = ({ q, id, departmentId, text }: Address) => ({
  q,
  department_id: departmentId,
  batch_id: id('batch_id'),
  type: text('type'),
})
type EntryFilter = ReturnType<typeof addressOf>

export const entriesQuery = (filter: EntryFilter, page: number) =>
  queryOf(
    libraries.list,
    { query: { ...filter, page, per_page: ENTRIES_PER_PAGE } },
    { sameBut: ['q', 'department_id', 'batch_id', 'type', 'page'] },
  )

export const entryQuery = (id: number) =>
  queryOf(libraries.read, { params: { id } }, { select: dataOf, staleTime: sinceOpened })

type TypesFilter = Omit<EntryFilter, 'type'>
const ANY: TypesFilter = { q: '', department_id: undefined, batch_id: undefined }

/** The words of the entries, each with its number of entries in the filter. */
export const entryTypesQuery = ({ q, department_id, batch_id } = ANY) =>
  everyOf(libraries.types, { query: { q, department_id, batch_id } }, { sameBut: ['q', 'department_id', 'batch_id'] })

const STALE = { stale: [libraries] }

export const useDeleteEntry = () => useChange(libraries.remove, STALE)
export const useRefreshEntries = () => useRefresh(STALE.stale)

/** The typed values; the file's name stands in for the file. */
type Typed = Required<BodyInput<typeof libraries.create>> & { files: string[] }

/** Adds or changes an entry: as an upload, or as JSON when its file stays. */
export function useSaveEntry({ added, isDirty }: ChosenFiles) {
  const change = useChange(libraries.update, STALE)
  const { send: add, ...adding } = useUploadChange(libraries.create, STALE)
  const { send: replace, ...replacing } = useUploadChange(libraries.replaceFile, STALE)
  return {
    adding,
    replacing,
    create: ({ body: { files: _, ...fields }, key }: { body: Typed; key: string }) =>
      add({ params: {}, fields, files: added, key }),
    update: ({ params, body }: { params: { id: number }; body: Typed & { updated_at: string | undefined } }) => {
      const { files: _, ...fields } = body
      if (isDirty) return replace({ params, fields, files: added })
      const { department_id, batch_id } = fields
      return change({
        params,
        body: { ...fields, department_id: Number(department_id), batch_id: Number(batch_id) || null },
      })
    },
  }
}

/** Reads an entry's file, or its missing rest. */
export const readFileOf =
  ({ id }: Pick<LibraryEntry, 'id'>, use: 'download' | 'view') =>
  ({ signal, onReceived, received }: Receiving): Promise<Blob> =>
    callFile(libraries[use], { params: { id }, signal }, onReceived, received)

/** The queries to start when the screen's address is opened. */
export const needs = needsOf((address) => {
  const { page, dialog, can } = address
  const opened = dialog('view', 'edit', 'preview')
  const filter = addressOf(address)
  return [
    entriesQuery(filter, page),
    entryTypesQuery(filter),
    departmentChoicesQuery,
    batchChoicesQuery,
    can('library:create') && ownStaffQuery,
    opened !== undefined && entryQuery(opened),
  ]
})
