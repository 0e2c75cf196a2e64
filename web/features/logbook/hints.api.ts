import { HINT_KINDS, type Hint, logbook } from '../../../shared/contract/logbook.ts'
import type { PageSize } from '../../../shared/limits.ts'
import type { Address } from '../../core/address.ts'
import { queryOf } from '../../core/queries.ts'
import { choicesFor } from '../../parts/api.ts'
import { ofOwnDepartment } from '../../parts/own-department.ts'
import { daysIn, PLACE, placeOf } from './place-filters.ts'

const PER_PAGE: PageSize = 25

/** Reads the filters of the hints from the address. */
export function hintsAddressOf(address: Address) {
  const { text, page } = address
  return {
    page,
    filter: {
      ...placeOf(address),
      kind: HINT_KINDS.find((one) => one === text('kind')),
      ...daysIn(address),
    },
  }
}
type HintsAddress = ReturnType<typeof hintsAddressOf>

export const hintsQuery = ({ filter, page }: HintsAddress) =>
  queryOf(
    logbook.plausibility,
    { query: { ...filter, page, per_page: PER_PAGE } },
    { sameBut: ['page', ...PLACE, 'kind', 'from', 'to'] },
  )

/** The queries to start early when an address opens the hints. */
export const hintsNeeds = (address: Address) => [
  ...choicesFor(address),
  ofOwnDepartment(address).then((one) => hintsQuery(hintsAddressOf(one))),
]

const HINT = 'hint-'

/** Names the dialog of a hint's entries in the address; the id beside it is the latest entry's. */
export const hintModal = ({ kind }: Hint) => `${HINT}${kind}`

/** Finds the hint whose entries the address opens, if the page has it. */
export const openedHint = (hints: readonly Hint[], modal: string | undefined, id: number | undefined) =>
  hints.find((hint) => hintModal(hint) === modal && hint.entry_ids[0] === id)
