import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { collegeToday } from '../../../shared/college-clock.ts'
import { NEWS_KINDS, type NewsWord, type TodayLine, type TodayPart } from '../../../shared/contract/today.ts'
import { figure } from '../../../shared/labels.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { messageOf } from '../../core/api-error.ts'
import { readRoom, writeRoom } from '../../core/kept-start.ts'
import { useLogin } from '../../core/login.ts'
import { toast } from '../../core/toasts.ts'
import { ListState } from '../../layout/ListState.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Loader } from '../../ui/elements.tsx'
import { useIsLate } from '../../ui/late.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { dotted } from '../../ui/texts.ts'
import { todayQuery, useMarkSeen } from './api.ts'
import { ageText } from './rules.ts'
import classes from './TodayPanel.module.css'

/** The time for which the tiles stay below the kept room. A later answer moves them. */
const ROOM_KEPT_MS = 4000

/** Shows what waits for the person. It starts as high as it was last time, so that the tiles stay in place. */
export function TodayPanel() {
  const query = useQuery(todayQuery)
  const section = useRef<HTMLElement>(null)
  const owner = useLogin()?.user.id ?? 0
  const [room] = useState(() => readRoom(owner))
  const isThere = query.data !== undefined
  const isLate = useIsLate(ROOM_KEPT_MS)
  const keepsRoom = !isThere && !isLate && query.errorUpdateCount === 0
  useLayoutEffect(() => {
    if (isThere && section.current) writeRoom(owner, section.current.getBoundingClientRect().height)
  })
  const today = collegeToday()
  return (
    <section ref={section} aria-labelledby="today" style={keepsRoom ? { minHeight: room } : undefined}>
      <h2 id="today" className={classes.heading} tabIndex={-1}>
        Today <span className={classes.day}>{writtenDay(today)}</span>
      </h2>
      <ListState
        query={query}
        skeleton={
          isLate ? (
            <p className={classes.empty} role="status">
              The server has not answered yet. It is still being asked.
            </p>
          ) : (
            <Loader size={22} aria-label="Loading what waits for you" role="status" />
          )
        }
        isEmpty={({ data }) => data.length === 0}
        empty={
          <p className={classes.empty} role="status">
            Nothing is waiting for you. Have a good day.
          </p>
        }
      >
        {({ data, at }) => (
          <ul className={classes.parts}>
            {data.map((part) => (
              <TodayCard
                key={`${part.kind} ${part.title}`}
                part={part}
                at={at}
                today={today}
                retry={query.isFetching ? undefined : () => query.refetch()}
              />
            ))}
          </ul>
        )}
      </ListState>
    </section>
  )
}

const isNews = (kind: TodayPart['kind']): kind is NewsWord => NEWS_KINDS.some((news) => news === kind)

interface CardProps {
  part: TodayPart
  /** The time at which the day was read. */
  at: string
  today: string
  /** Undefined while a call is under way. */
  retry: (() => unknown) | undefined
}

function TodayCard({ part, at, today, retry }: CardProps) {
  const { kind, title, total, more, lines, to } = part
  return (
    <li className={classes.part}>
      <div className={classes.head}>
        <h3 className={classes.title}>{title}</h3>
        {lines && <span className={classes.total}>{figure(total)}</span>}
        {lines && isNews(kind) && <SeenButton kind={kind} at={at} title={title} />}
      </div>
      {lines === null ? (
        <p className={classes.failed} role="alert">
          This could not be loaded.
          <Button variant="default" size="xs" disabled={!retry} onClick={retry} aria-label={`Retry ${title}`}>
            {retry ? 'Retry' : 'Retrying...'}
          </Button>
        </p>
      ) : (
        <ul>
          {lines.map((line, index) => (
            <li key={line.to ?? index}>
              <LineRow line={line} today={today} />
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <p className={classes.more}>
          {to ? (
            <a href={to} data-leads>
              All {figure(total)}
            </a>
          ) : (
            `and ${figure(more)} more`
          )}
        </p>
      )}
    </li>
  )
}

function LineRow({ line: { text, detail, count, since, is_urgent, to }, today }: { line: TodayLine; today: string }) {
  const age = since === null ? undefined : ageText(since, today)
  const said = dotted([count !== null && figure(count), count !== null && age ? `oldest ${age}` : age])
  const shown = (
    <>
      <span className={classes.said}>
        <bdi className={classes.text}>{text}</bdi>
        {detail && <bdi className={classes.detail}>{detail}</bdi>}
      </span>
      {is_urgent ? (
        <StatusBadge status="urgent" label={said || undefined} />
      ) : (
        said && <span className={classes.age}>{said}</span>
      )}
    </>
  )
  return to === null ? (
    <div className={classes.line}>{shown}</div>
  ) : (
    // The frame follows this link, as it does links of rows: the router's own take longer to draw.
    <a href={to} data-leads className={classes.line}>
      {shown}
    </a>
  )
}

function SeenButton({ kind, at, title }: { kind: NewsWord; at: string; title: string }) {
  const markSeen = useMarkSeen()
  const [isBusy, setBusy] = useState(false)
  async function mark(): Promise<void> {
    setBusy(true)
    try {
      await markSeen({ body: { kind, at } })
      // The button disappears with the news, so the focus moves.
      document.getElementById('today')?.focus()
    } catch (error) {
      toast.error(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="subtle" size="compact-sm" disabled={isBusy} onClick={mark} aria-label={`Mark as seen: ${title}`}>
      Mark as seen
    </Button>
  )
}
