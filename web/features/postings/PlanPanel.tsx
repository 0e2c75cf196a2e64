import { type PointerEvent, useState } from 'react'
import { collegeToday } from '../../../shared/college-clock.ts'
import type { Posting } from '../../../shared/contract/postings.ts'
import { PLAN_WEEKS, type Placed, placed } from '../../../shared/plan-grid.ts'
import { dayAfter } from '../../../shared/session-times.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import classes from './PlanPanel.module.css'
import { PostingTiles } from './PostingTiles.tsx'
import { type Dragged, daysOfWeeks, type PlanRow, rowOfGroup } from './rules.ts'

const COLOURS = 8

interface Props {
  rows: readonly PlanRow[]
  postings: readonly Posting[]
  /** The Monday of the first week. */
  from: string
  onOpen: (posting: Posting) => void
  /** Called with the row and the days over which somebody has dragged; missing for people who may not plan. */
  onDragged: ((dragged: Dragged) => void) | undefined
  /** Called with a posting and the weeks by which somebody has moved it; missing for people who may not plan. */
  onMoved: ((posting: Posting, weeks: number) => void) | undefined
}

/** Shows the plan as a grid of groups and weeks. The list below it says the same in words, and the form does the same. */
export function PlanPanel({ rows, postings, from, onOpen, onDragged, onMoved }: Props) {
  const departments = [...new Set(rows.flatMap(({ groups }) => groups.map((group) => group.department.name)))].sort()
  const weeks = Array.from({ length: PLAN_WEEKS }, (_, week) => dayAfter(from, week * 7))
  const today = collegeToday()
  return (
    <section className={classes.plan} aria-label="Plan by weeks">
      <div className={classes.row} aria-hidden>
        <span />
        <div className={classes.weeks}>
          {weeks.map((week) => (
            <span
              key={week}
              className={classes.week}
              data-now={(week <= today && today < dayAfter(week, 7)) || undefined}
            >
              {writtenDay(week).split(' ').slice(0, 2).join(' ')}
            </span>
          ))}
        </div>
      </div>
      {rows.map((row) => (
        <div key={row.name} className={classes.row}>
          <bdi className={classes.name}>{row.name}</bdi>
          <Weeks
            row={row}
            from={from}
            placed={placed(
              postings.filter(({ group_id }) => rowOfGroup([row], group_id)),
              from,
            )}
            colourOf={({ department }) => departments.indexOf(department.name) % COLOURS}
            onOpen={onOpen}
            onDragged={onDragged}
            onMoved={onMoved}
          />
        </div>
      ))}
    </section>
  )
}

interface WeeksProps extends Pick<Props, 'from' | 'onOpen' | 'onDragged' | 'onMoved'> {
  row: PlanRow
  placed: readonly Placed<Posting>[]
  colourOf: (posting: Posting) => number
}

/** The postings of a row. A press beside them and a move to another week chooses weeks, by mouse or finger. */
function Weeks({ row, from, placed: all, colourOf, onOpen, onDragged, onMoved }: WeeksProps) {
  const [drag, setDrag] = useState<{ start: number; end: number }>()
  const lanes = Math.max(1, ...all.map(({ lane }) => lane + 1))

  function weekUnder({ currentTarget, clientX }: PointerEvent): number {
    const { left, width } = currentTarget.getBoundingClientRect()
    return Math.min(PLAN_WEEKS - 1, Math.max(0, Math.floor(((clientX - left) / Math.max(1, width)) * PLAN_WEEKS)))
  }

  function begin(event: PointerEvent<HTMLDivElement>): void {
    // A press on a posting is that posting's.
    if (!onDragged || event.button !== 0 || event.target !== event.currentTarget) return
    event.currentTarget.setPointerCapture?.(event.pointerId)
    const week = weekUnder(event)
    setDrag({ start: week, end: week })
  }

  function finish(event: PointerEvent): void {
    if (!drag) return
    setDrag(undefined)
    onDragged?.({ name: row.name, ...daysOfWeeks(from, drag.start, weekUnder(event)) })
  }

  return (
    <div
      className={classes.weeks}
      data-plannable={onDragged ? true : undefined}
      style={{ gridTemplateRows: `repeat(${lanes}, 2.5rem)` }}
      onPointerDown={begin}
      onPointerMove={(event) => drag && setDrag({ ...drag, end: weekUnder(event) })}
      onPointerUp={finish}
      onPointerCancel={() => setDrag(undefined)}
    >
      {drag && (
        <span
          className={classes.drag}
          style={{
            gridColumn: `${Math.min(drag.start, drag.end) * 7 + 1} / ${Math.max(drag.start, drag.end) * 7 + 8}`,
            gridRow: `1 / ${lanes + 1}`,
          }}
        />
      )}
      <PostingTiles placed={all} colourOf={colourOf} onOpen={onOpen} onMoved={onMoved} />
    </div>
  )
}
