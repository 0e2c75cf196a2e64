import { useLayoutEffect, useRef } from 'react'
import type { AttendanceSession } from '../../../shared/contract/attendance.ts'
import { formatInstant } from '../../core/formats.ts'
import type { OutboxEntry } from '../../offline/outbox.ts'
import { useOnline } from '../../offline/page.ts'
import { DeviceBadge, DeviceState } from '../../parts/DeviceState.tsx'
import { Stack, Text } from '../../ui/elements.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { DOT } from '../../ui/texts.ts'
import classes from './RegisterList.module.css'

interface Props {
  session: AttendanceSession
  /** The time of the device's copy, while the server can't be reached. */
  knownAt: string | undefined
  /** True when the device keeps nothing. */
  refused: boolean
  /** The submission of the register, or a conflict with others' entries. */
  held: OutboxEntry | 'conflict' | undefined
}

/** Tells the facts of the session, and the state of its entries. */
export function TakingPanel({ session, knownAt, refused, held }: Props) {
  const online = useOnline()
  return (
    <>
      <Text size="sm" c="dimmed">
        {session.department.name}
        {DOT}
        {session.batch.name}
        {DOT}
        {session.staff.name}
      </Text>
      {knownAt && (
        <Text size="sm" role="status">
          The server cannot be reached. This is the list of {formatInstant(knownAt)}; you can go on with it.
        </Text>
      )}
      {!online && !knownAt && !held && (
        <Text size="sm" role="status">
          No network. The marks are kept on this device; save them as always.
        </Text>
      )}
      {refused && <Problem text="This browser keeps nothing on the device. Save before you leave this page." />}
      {held === 'conflict' && (
        <div>
          <DeviceBadge state="conflict" />
        </div>
      )}
    </>
  )
}

const NEARLY_PX = 24

function stayAtEnd(panel: HTMLElement | null): void {
  let box = panel?.parentElement
  while (box && box.scrollHeight <= box.clientHeight) box = box.parentElement
  if (!panel || !box) return
  const below = box.scrollHeight - box.clientHeight - box.scrollTop
  if (below > 0 && below <= panel.offsetHeight + NEARLY_PX) box.scrollTop = box.scrollHeight
}

interface SavingProps {
  held: OutboxEntry | undefined
  /** The reason why it could not be saved. */
  problem: string | undefined
}

/** Tells if the entries have reached the server. It is beside the button, as a long register is saved at its end. */
export function SavingPanel({ held, problem }: SavingProps) {
  const panel = useRef<HTMLDivElement>(null)
  const said = `${held?.state} ${held?.problem} ${problem}`
  // Keeps the end of the list in view when this grows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something else is said
  useLayoutEffect(() => stayAtEnd(panel.current), [said])
  if (!held && !problem) return null
  return (
    <Stack ref={panel} gap="xs" className={classes.saving}>
      {held && <DeviceState state={held.state} problem={held.problem} />}
      {problem && <Problem text={problem} />}
    </Stack>
  )
}
