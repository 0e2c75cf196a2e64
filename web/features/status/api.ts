import { status } from '../../../shared/contract/status.ts'
import { today } from '../../../shared/contract/today.ts'
import { needsOf } from '../../core/needs.ts'
import { sinceOpened } from '../../core/opened.ts'
import { dataOf, queryOf, useChange } from '../../core/queries.ts'

/** Read at each opening: it shows this moment. */
export const statusQuery = queryOf(status.read, {}, { select: dataOf, staleTime: sinceOpened })

/** Reads the number and bytes of files that could be set aside. */
export const roomQuery = queryOf(status.room, {}, { select: dataOf, staleTime: sinceOpened })

export const useMakeRoom = () => useChange(status.makeRoom, { stale: [status] })

// The dashboard's day counts failed jobs too.
const EFFECTS = { stale: [status, today] }

export const useJobChanges = () => ({
  retry: useChange(status.retry, EFFECTS),
  dismiss: useChange(status.dismiss, EFFECTS),
})

/** The queries to start when the screen's address is opened. */
export const needs = needsOf(() => [statusQuery])
