import type { Findable } from './core/hits.ts'
import type { TodayKind } from './core/today.ts'
import type { PackPart } from './documents/packs/part.ts'
import type { StudentPaper } from './documents/pdf/paper.ts'
import type { FileHolder } from './files/holders.ts'
import type { Routes } from './http/routes.ts'
import type { JobKind, JobServices } from './jobs/kinds.ts'

interface JobsOver {
  /** Mails and notices. */
  mails: readonly JobKind[]
  sweeps: readonly JobKind[]
  /** Work that each process does once a minute. */
  everyMinute: (services: JobServices) => Promise<void>
}

/** All that a feature adds to the app. Its name is that of its folder, and stands in features.ts. */
export interface Feature {
  routes?: Routes
  /** Makes the routes of a feature that shows what others declare. */
  routesOver?: (features: readonly Feature[]) => Routes
  /** The tables that it alone writes (`npm run check`). */
  tables?: readonly string[]
  /** Those of its tables that name kept files: the sweep leaves their files alone. */
  holdsFiles?: readonly FileHolder[]
  /** Its part of the search over everything. */
  hits?: Findable
  /** Its lines of Today; several of one kind are shown in this order. */
  today?: readonly TodayKind[]
  /** Its papers about a student that the college gives out. */
  papers?: readonly StudentPaper[]
  /** Its part of an inspection pack. */
  packPart?: PackPart
  /** Its work that one process does once an hour. */
  sweeps?: readonly JobKind[]
  /** Its mails, which wait in the queue until the mail server takes them. */
  mails?: readonly JobKind[]
  /** Makes the jobs of a feature that tells of what others declare. */
  jobsOver?: (features: readonly Feature[]) => JobsOver
}
