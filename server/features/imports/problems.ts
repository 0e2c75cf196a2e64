import { conflict, fromDatabase, HttpError } from '../../core/errors.ts'
import type { Tx } from '../../db/types.ts'
import { canGoOn, type Done } from './history.reads.ts'

const LINES_TOLD = 10

/** Collects the reasons that stand in the way of undoing an import, by the line of its row. */
export class Problems {
  readonly #told: { line: number; text: string }[] = []
  readonly #tx: Tx

  constructor(tx: Tx) {
    this.#tx = tx
  }

  add({ line, name }: Pick<Done, 'line' | 'name'>, why: string): void {
    this.#told.push({ line, text: line === 0 ? `"${name}" ${why}` : `Line ${line}: ${name} ${why}` })
  }

  /** Does one step; a refusal of its writer is a problem of the row. */
  async try(row: Done, step: () => Promise<unknown>): Promise<void> {
    try {
      await step()
    } catch (error) {
      const refusal = error instanceof HttpError ? error : fromDatabase(error)
      // Trouble that will pass is no fault of the line.
      if (!refusal || refusal.status === 503) throw error
      const said = Object.values(refusal.errors ?? {}).flat()
      this.add(row, `cannot be undone: ${(said.length > 0 ? said : [refusal.message]).join('; ')}`)
      if (!(await canGoOn(this.#tx))) this.refuse()
    }
  }

  /** @throws 409 that names the first lines */
  refuse(): void {
    if (this.#told.length === 0) return
    const lines = this.#told.toSorted((one, other) => one.line - other.line).map(({ text }) => text)
    const more = lines.length - LINES_TOLD
    const rest = more > 0 ? [`and ${more} more ${more === 1 ? 'line' : 'lines'}`] : []
    const said = [...lines.slice(0, LINES_TOLD), ...rest]
    throw conflict(`Nothing was undone. ${said.map((text) => (/[.!?]$/.test(text) ? text : `${text}.`)).join(' ')}`)
  }
}
