import { SECURITY_KINDS, type SecurityKind, securityLog } from '../../../shared/contract/security-log.ts'
import { isDay } from '../../../shared/written-day.ts'
import type { Address } from '../../core/address.ts'
import { needsOf } from '../../core/needs.ts'
import { sinceOpened } from '../../core/opened.ts'
import { queryOf } from '../../core/queries.ts'
import { personQuery } from '../../parts/people.ts'

const isKind = (word: string): word is SecurityKind => Object.hasOwn(SECURITY_KINDS, word)

/** Reads the filter from the address. */
export function addressOf({ id, text }: Pick<Address, 'id' | 'text'>) {
  const [kind, day] = [text('kind'), text('day')]
  return {
    user_id: id('user_id'),
    kind: isKind(kind) ? kind : undefined,
    day: isDay(day) ? day : '',
    address: text('address').slice(0, 60),
  }
}

/** Read at each opening: it changes with every sign-in. */
export const securityLogQuery = (filter: ReturnType<typeof addressOf>, page: number) =>
  queryOf(
    securityLog.list,
    { query: { ...filter, page } },
    { staleTime: sinceOpened, sameBut: ['user_id', 'kind', 'day', 'address', 'page'] },
  )

/** The queries to start when the screen's address is opened. */
export const needs = needsOf((address) => {
  const filter = addressOf(address)
  return [securityLogQuery(filter, address.page), personQuery(filter.user_id)]
})
