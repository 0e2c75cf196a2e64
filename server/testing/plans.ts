import { CompiledQuery, type KyselyPlugin, type QueryId, type RootOperationNode, sql } from 'kysely'
import type { Db } from '../db/types.ts'

/** Runs a read and gives the plan of each statement it sent, on disks that seek as fast as they read. */
export async function plansOf(db: Db, read: (db: Db) => Promise<unknown>): Promise<string[]> {
  const nodes = new WeakMap<QueryId, RootOperationNode>()
  const sent: (RootOperationNode | undefined)[] = []
  const spy: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      nodes.set(queryId, node)
      return node
    },
    transformResult: async ({ result, queryId }) => {
      sent.push(nodes.get(queryId))
      return result
    },
  }
  await read(db.withPlugin(spy))
  return db.transaction().execute(async (tx) => {
    await sql`set local random_page_cost = 1.1`.execute(tx)
    const plans: string[] = []
    for (const node of sent) {
      if (!node) throw new Error('a statement without its query')
      const { sql: text, parameters } = tx.getExecutor().compileQuery(node, { queryId: 'plan' })
      // Gives the next statement its time, and reads nothing.
      if (text.startsWith('select set_config(')) continue
      const { rows } = await tx.executeQuery<{ 'QUERY PLAN': string }>(
        CompiledQuery.raw(`explain ${text}`, [...parameters]),
      )
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    return plans
  })
}
