import { existsSync, readFileSync } from 'node:fs'

/** The first processes of what runs; their children count with them. */
export type Roots = Record<string, number[]>

export interface ProcessCost {
  /** Seconds of the processor since the process began, those of children that have ended included. */
  cpu: number
  /** Megabytes; what processes share is shared out among them. */
  memory: number
}

const TICKS = 100

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The process has ended meanwhile.
    return ''
  }
}

function treeOf(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
  return [pid, ...children.flatMap(treeOf)]
}

function spentBy(pid: number): ProcessCost {
  // The name may have spaces; what counts comes behind it.
  const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? []
  const ticks = fields.slice(11, 15).reduce((sum, text) => sum + Number(text), 0)
  const [, kB = 0] = /^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`)) ?? []
  return { cpu: ticks / TICKS, memory: Number(kB) / 1024 }
}

/**
 * Returns the time and memory that each of them has taken so far; PostgreSQL's processes are the database's, whoever
 * has started them. Only Linux tells it.
 */
export function spentOf(roots: Roots): Record<string, ProcessCost> {
  const spent: Record<string, ProcessCost> = {}
  if (!existsSync('/proc/self/smaps_rollup')) return spent
  for (const [name, pids] of Object.entries(roots))
    for (const pid of pids.flatMap(treeOf)) {
      const owner = read(`/proc/${pid}/comm`).trim() === 'postgres' ? 'database' : name
      const { cpu, memory } = spentBy(pid)
      const sum = spent[owner] ?? { cpu: 0, memory: 0 }
      spent[owner] = { cpu: sum.cpu + cpu, memory: sum.memory + memory }
    }
  return spent
}

/** Seconds of the processor that the machine has worked since its start, whoever had the work done. */
export function machineBusy(): number {
  const [, user = 0, nice = 0, system = 0, , , interrupts = 0, soft = 0] =
    read('/proc/stat').split('\n')[0]?.split(/ +/).map(Number) ?? []
  return (user + nice + system + interrupts + soft) / TICKS
}
