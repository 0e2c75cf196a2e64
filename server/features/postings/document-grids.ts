import type { Posting } from '../../../shared/contract/postings.ts'
import { folded } from '../../../shared/folding.ts'
import { mondayOf, PLAN_DAYS, PLAN_WEEKS, placed } from '../../../shared/plan-grid.ts'
import { dayAfter } from '../../../shared/session-times.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import type { PdfGrid } from '../../documents/pdf/report.ts'

const COLOURS = ['#c5e8e8', '#d0e2ff', '#ffe0b8', '#e3d5ff', '#d6f2c4', '#ffd3dc', '#fff3b0', '#dee2e6']

/** The days that are asked for; all days of the postings where they are left out. */
export interface Days {
  from?: string | null | undefined
  to?: string | null | undefined
}

interface DatedGrid {
  from: string
  to: string
  grid: PdfGrid
}

const earliest = (days: readonly string[]) => days.reduce((least, day) => (day < least ? day : least))
const latest = (days: readonly string[]) => days.reduce((most, day) => (day > most ? day : most))

/** Returns "16 Nov". */
const dayAndMonth = (day: string) => writtenDay(day).split(' ').slice(0, 2).join(' ')

/** Returns the grids of a batch, each of as many weeks as fit a page; those without a posting are left out. */
export function gridsOf(postings: readonly Posting[], { from, to }: Days): DatedGrid[] {
  const first = mondayOf(latest([earliest(postings.map((one) => one.first_day)), from ?? '']))
  const last = earliest([latest(postings.map((one) => one.last_day)), to ?? '9999'])
  const departments = [...new Set(postings.map(({ department }) => department.name))].sort()
  const grids: DatedGrid[] = []
  for (let monday = first; monday <= last; monday = dayAfter(monday, PLAN_DAYS)) {
    const end = dayAfter(monday, PLAN_DAYS - 1)
    const shown = postings.filter((one) => one.first_day <= end && one.last_day >= monday)
    if (shown.length > 0) grids.push({ from: monday, to: end, grid: gridOf(shown, monday, departments) })
  }
  return grids
}

/** A row is a name, and its bars are the postings of all groups that have it. */
function gridOf(postings: readonly Posting[], monday: string, departments: readonly string[]): PdfGrid {
  const rows = Map.groupBy(postings, ({ group }) => folded(group.name))
  return {
    columns: Array.from({ length: PLAN_WEEKS }, (_, week) => dayAndMonth(dayAfter(monday, week * 7))),
    rows: [...rows.values()].map((theirs) => ({
      label: theirs[0]?.group.name ?? '',
      bars: placed(theirs, monday).map(({ posting, start, end, lane }) => ({
        from: start / PLAN_DAYS,
        to: (end + 1) / PLAN_DAYS,
        lane,
        text: posting.department.name,
        colour: COLOURS[departments.indexOf(posting.department.name) % COLOURS.length] ?? '',
      })),
    })),
  }
}
