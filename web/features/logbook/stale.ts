import { logEntries } from '../../../shared/contract/log-entries.ts'
import { logbook } from '../../../shared/contract/logbook.ts'
import { tasks } from '../../../shared/contract/tasks.ts'

/** The contracts of everything that shows or counts performances. */
export const STALE = [logEntries, logbook, tasks]
