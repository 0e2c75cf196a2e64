import { useQuery } from '@tanstack/react-query'
import type { LogEntry } from '../../../shared/contract/log-entries.ts'
import { LEVEL_WORDS, wordOf } from '../../../shared/labels.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { dotted } from '../../ui/texts.ts'
import { ownEntriesQuery } from './api.ts'
import { type DeviceEntry, type DeviceRound, performances, type RoundNames } from './performances.ts'

/** The performances of a student that wait for one supervisor: those that the server has, and those on this device. */
export interface WaitingFor {
  id: number
  name: string
  entries: LogEntry[]
  unsent: { entry: DeviceEntry; skill: string; at: string }[]
  count: number
}

/** Tells what a round on the device is: day, level, place and supervisor. */
export function roundText({ body, about }: { body: DeviceRound; about?: RoundNames | null | undefined }): string {
  const [first] = body.entries
  return dotted([
    first && writtenDay(first.performed_on),
    first && wordOf(LEVEL_WORDS, first.level),
    first?.place,
    about?.supervisor,
  ])
}

/** Returns what waits for a signature by supervisor, the latest first. */
export function useWaiting(studentId: number): WaitingFor[] {
  const { data: entries = [] } = useQuery(ownEntriesQuery(studentId, 'logged'))
  const rounds = performances.useEntries().filter(({ state }) => state === 'waiting')
  const known = new Set(entries.map(({ key }) => key))
  const found = new Map<number, WaitingFor>()
  const of = (id: number, name: string) => {
    const one = found.get(id) ?? { id, name, entries: [], unsent: [], count: 0 }
    found.set(id, one)
    one.count += 1
    return one
  }
  for (const { body, about, at } of rounds.toReversed())
    for (const entry of body.entries)
      if (!known.has(entry.key ?? ''))
        of(entry.supervisor_id, about?.supervisor ?? '').unsent.push({ entry, skill: about?.skill ?? '', at })
  for (const entry of entries) of(entry.supervisor_id, entry.supervisor.name).entries.push(entry)
  return [...found.values()]
}
