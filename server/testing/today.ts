import { expect } from 'vitest'
import { NEWS_KINDS, type TodayPart } from '../../shared/contract/today.ts'
import { dayIn } from '../core/clock.ts'
import type { Day } from '../core/today.ts'
import type { Client, TestApp } from './app.ts'

const DAY = 86_400_000
export const dayAfter = (days: number) => dayIn('Asia/Karachi', new Date(Date.now() + days * DAY))
export const instantAfter = (days: number) => new Date(Date.now() + days * DAY).toISOString()

export async function staffIdOf({ db }: TestApp, { userId }: Client): Promise<number> {
  return (await db.selectFrom('staff').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow()).id
}

/** Returns what waits for somebody. */
export async function partsOf(caller: Client): Promise<TodayPart[]> {
  const { status, body } = await caller.get('/today')
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

export async function partOf(caller: Client, kind: TodayPart['kind']): Promise<TodayPart | undefined> {
  return (await partsOf(caller)).find((part) => part.kind === kind)
}

export const textsOf = (part: TodayPart | undefined) => part?.lines?.map(({ text }) => text)

/**
 * The facts that the lines go by, for a plan of their statements: news since January, and a college that makes backups.
 */
export const ANY_DAY: Day = {
  today: new Date().toISOString().slice(0, 10),
  seenAt: Object.fromEntries(NEWS_KINDS.map((kind) => [kind, '2026-01-01T00:00:00Z'])) as Day['seenAt'],
  attendanceMinimum: 75,
  responseDays: 3,
  isBackedUp: true,
}
