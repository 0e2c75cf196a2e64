import { median } from './asking.ts'
import type { VisitTimes } from './browsing.ts'

export type Turn = () => Promise<VisitTimes>

/** Everybody has a turn in each round, in another order each time: what slows the machine for a while slows all. */
export async function takeRounds(rounds: number, turns: Record<string, Turn>) {
  const seen = new Map<string, VisitTimes[]>(Object.keys(turns).map((name) => [name, []]))
  const all = Object.entries(turns)
  for (let round = 0; round < rounds; round++)
    for (const turn of all.keys()) {
      const [name, take] = all[(turn + round) % all.length] ?? []
      if (name !== undefined && take) seen.get(name)?.push(await take())
    }
  const of = (name: string) => seen.get(name) ?? []
  const times = (name: string, until: 'usable' | 'seen' = 'usable') =>
    of(name).map((visited) => visited[until] ?? Number.NaN)
  const middle = (values: number[]) => median(values).toFixed(0)
  return {
    /** The middle one of the rounds' ratios. */
    ratio: (name: string, other: string, until: 'usable' | 'seen' = 'usable') => {
      const others = times(other, until)
      return median(times(name, until).map((ms, round) => ms / (others[round] ?? Number.NaN)))
    },
    /** The middle times until each was seen. */
    seen: (name: string, other: string) => `${middle(times(name, 'seen'))} to ${middle(times(other, 'seen'))} ms`,
    detail: (name: string, other: string) => {
      const scripts = of(name).flatMap(({ script }) => script ?? [])
      const script = scripts.length > 0 ? `, script ${middle(scripts)} ms` : ''
      return `${middle(times(name))} to ${middle(times(other))} ms${script}`
    },
  }
}

export type Rounds = Awaited<ReturnType<typeof takeRounds>>
