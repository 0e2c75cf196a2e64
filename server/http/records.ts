import type { Caller } from '../core/caller.ts'
import type { Tx } from '../db/types.ts'
import type { Write } from './writing.ts'

interface RecordCall {
  write: Write
  caller: Caller
  params: { id: number }
}

type Lock<Row> = (tx: Tx, caller: Caller, id: number, lock: 'change' | 'deletion') => Promise<Row>

/** Handles a call that changes a record: locks it and gives it to its writer. */
export const changing =
  <Row, Change, Changed>(
    lock: Lock<Row>,
    change: (tx: Tx, caller: Caller, row: Row, body: Change) => Promise<Changed>,
  ) =>
  async ({ write, caller, params: { id }, body }: RecordCall & { body: Change }) => ({
    data: await write(async (tx) => change(tx, caller, await lock(tx, caller, id, 'change'), body)),
  })

/** Handles a call that deletes a record, and answers with this message. */
export const deleting =
  <Row>(lock: Lock<Row>, remove: (tx: Tx, caller: Caller, row: Row) => Promise<unknown>, message: string) =>
  async ({ write, caller, params: { id } }: RecordCall) => {
    await write(async (tx) => remove(tx, caller, await lock(tx, caller, id, 'deletion')))
    return { message }
  }
