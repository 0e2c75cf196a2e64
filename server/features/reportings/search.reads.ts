import { type SqlBool, sql } from 'kysely'
import { folded } from '../../../shared/folding.ts'
import { labelOf } from '../../../shared/labels.ts'
import { addressOf } from '../../core/app-address.ts'
import { findable, HITS_READ } from '../../core/hits.ts'
import { keptReportings } from './reads.ts'

/** A whole number of a case, with or without its year: "CASE-2026-00042", "2026-42", "42". */
const NUMBER = /^(?:(?:case[- ]?)?(\d{4})-)?0*(\d{1,9})$/i

/**
 * Cases by their number, of whatever year, the newest first. A hit tells the number and how the case stands, and nothing
 * of what it says: so it leaves no row in the trail of a confidential one.
 */
export const caseHits = findable({
  kind: 'case',
  action: 'search:cases',
  rows: async (db, caller, q) => {
    const [, year, serial] = NUMBER.exec(folded(q)) ?? []
    if (serial === undefined) return []
    const numbers = sql`select 'CASE-' || year || '-' || lpad(${serial}, greatest(5, length(${serial})), '0')
      from reporting_numbers where coalesce(year = ${year ?? null}::int, true)`
    return keptReportings(db, caller)
      .where(sql<SqlBool>`reportings.case_number = any(array(${numbers}))`)
      .select(['reportings.id', 'reportings.case_number', 'reportings.status', sql<boolean>`true`.as('is_exact')])
      .orderBy('reportings.case_number', 'desc')
      .limit(HITS_READ)
      .execute()
  },
  hit: ({ id, case_number, status }) => ({
    id,
    title: case_number,
    detail: [labelOf(status)],
    to: addressOf('/reporting', { q: case_number, modal: 'view', id }),
  }),
})
