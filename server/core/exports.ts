import type { FastifyRequest } from 'fastify'
import type { Tx } from '../db/types.ts'
import type { Caller } from './caller.ts'
import { noteSecurity } from './security-log.ts'
import { leaveTrail } from './trail.ts'

interface ExportFacts {
  /** The content of the file: "students". */
  what: string
  format: string
  rows: number
  filters: object
  /** The one record that it is of. */
  id?: number
}

/**
 * Leaves an export in the audit trail and in the security log. Awaited before the first byte is sent: nothing leaves the
 * server untold, and what is cut off on its way is told too.
 */
export async function recordExport(
  call: { write<T>(work: (tx: Tx) => Promise<T>): Promise<T>; caller: Caller; request: FastifyRequest },
  { what, format, rows, filters, id = 0 }: ExportFacts,
): Promise<void> {
  const asked = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined && value !== null))
  await call.write((tx) =>
    leaveTrail(tx, call.caller, [
      {
        action: 'export',
        entity: 'export',
        entityId: id,
        changes: { what: [null, what], format: [null, format], filters: [null, asked], rows: [null, rows] },
      },
    ]),
  )
  noteSecurity(call.request, 'export', `${what}, ${rows} ${rows === 1 ? 'row' : 'rows'}, ${format.toUpperCase()}`)
}
