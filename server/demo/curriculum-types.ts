type SingleTask = [name: string, label: string, type: string, detail: string, total: number, passing: number]
/** Name and how many times. */
type BulkTask = [name: string, times: number]
export interface Curriculum {
  /** Twelve, in the order of the postings: the first are over, the last are still to come (tasks.ts). */
  singles: SingleTask[]
  /** Four procedures of the logbook. */
  bulk: BulkTask[]
}
