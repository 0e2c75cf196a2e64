import { type InspectionPack, inspectionPacks } from '../../../shared/contract/inspection-packs.ts'
import type { PageSize } from '../../../shared/limits.ts'
import { callFile } from '../../core/call-file.ts'
import type { Receiving } from '../../core/downloading.ts'
import { needsOf } from '../../core/needs.ts'
import { queryOf, useChange } from '../../core/queries.ts'
import { batchChoicesQuery } from '../../core/start.ts'
import { isUnderWay } from './rules.ts'

const PACKS_PER_PAGE: PageSize = 25
/** A pack that is under way is looked at this often. */
const LOOKED_EVERY_MS = 2_000

export const packsQuery = (page: number) =>
  queryOf(
    inspectionPacks.list,
    { query: { page, per_page: PACKS_PER_PAGE } },
    {
      sameBut: ['page'],
      refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? LOOKED_EVERY_MS : false),
    },
  )

const EFFECTS = { stale: [inspectionPacks] }

export const usePackChanges = () => ({
  ask: useChange(inspectionPacks.create, EFFECTS),
  remove: useChange(inspectionPacks.remove, EFFECTS),
})

/** Reads the file of a pack, and goes on where it was cut off. */
export const readFileOf =
  ({ id }: Pick<InspectionPack, 'id'>) =>
  ({ signal, onReceived, received }: Receiving): Promise<Blob> =>
    callFile(inspectionPacks.download, { params: { id }, signal }, onReceived, received)

/** The queries to start when the screen's address is opened. */
export const needs = needsOf(({ page }) => [packsQuery(page), batchChoicesQuery])
