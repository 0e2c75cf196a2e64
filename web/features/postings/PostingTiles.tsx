import { IconAlertTriangle } from '@tabler/icons-react'
import { type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import type { Posting } from '../../../shared/contract/postings.ts'
import { PLAN_DAYS, PLAN_WEEKS, type Placed } from '../../../shared/plan-grid.ts'
import { VisuallyHidden } from '../../ui/elements.tsx'
import classes from './PlanPanel.module.css'
import { postingText } from './rules.ts'

interface Props {
  placed: readonly Placed<Posting>[]
  colourOf: (posting: Posting) => number
  onOpen: (posting: Posting) => void
  /** Called with a posting and the whole weeks by which somebody has moved it; missing for people who may not plan. */
  onMoved: ((posting: Posting, weeks: number) => void) | undefined
}

const withinPlan = (day: number) => Math.min(PLAN_DAYS - 1, Math.max(0, day))

/** Draws the postings of a row of the grid. */
export const PostingTiles = ({ placed, ...tile }: Props) =>
  placed.map((one) => <Tile key={one.posting.id} placed={one} {...tile} />)

interface TileProps extends Omit<Props, 'placed'> {
  placed: Placed<Posting>
}

/** Draws a posting. A press opens it; a move sideways, by mouse or finger, puts it weeks earlier or later. */
function Tile({ placed: { posting, start, end, lane }, colourOf, onOpen, onMoved }: TileProps) {
  const [move, setMove] = useState<{ begun: number; weeks: number }>()
  const wasMoved = useRef(false)
  const days = (move?.weeks ?? 0) * 7

  function begin(event: PointerEvent<HTMLElement>): void {
    wasMoved.current = false
    if (!onMoved || event.button !== 0) return
    event.currentTarget.setPointerCapture?.(event.pointerId)
    setMove({ begun: event.clientX, weeks: 0 })
  }

  function weeksTo({ currentTarget, clientX }: PointerEvent<HTMLElement>, begun: number): number {
    const width = currentTarget.parentElement?.getBoundingClientRect().width ?? 0
    return Math.round(((clientX - begun) / Math.max(1, width)) * PLAN_WEEKS)
  }

  function finish(event: PointerEvent<HTMLElement>): void {
    const weeks = move ? weeksTo(event, move.begun) : 0
    setMove(undefined)
    wasMoved.current = weeks !== 0
    if (weeks !== 0) onMoved?.(posting, weeks)
  }

  function press({ detail }: MouseEvent): void {
    // The end of a move is a click to the browser. A key's click has no count.
    if (wasMoved.current && detail > 0) wasMoved.current = false
    else onOpen(posting)
  }

  return (
    <button
      type="button"
      data-printed
      className={classes.posting}
      data-colour={colourOf(posting)}
      data-moving={days !== 0 || undefined}
      style={{ gridColumn: `${withinPlan(start + days) + 1} / ${withinPlan(end + days) + 2}`, gridRow: lane + 1 }}
      title={postingText(posting)}
      onPointerDown={begin}
      onPointerMove={(event) => move && setMove({ ...move, weeks: weeksTo(event, move.begun) })}
      onPointerUp={finish}
      onPointerCancel={() => setMove(undefined)}
      onClick={press}
    >
      {posting.clashes.length > 0 && <IconAlertTriangle size={14} aria-hidden />}
      <VisuallyHidden>{postingText(posting)}</VisuallyHidden>
      <bdi aria-hidden className={classes.department}>
        {posting.department.name}
      </bdi>
    </button>
  )
}
