import { expect } from 'vitest'
import type { TodayPart } from '../../shared/contract/today.ts'
import { dayIn } from '../core/clock.ts'
import type { Client, TestApp } from './app.ts'

const DAY = 86_400_000
export const dayAfter = (days: number) => dayIn('Asia/Karachi', new Date(Date.now() + days * DAY))
export const instantAfter = (days: number) => new Date(Date.now() + days * DAY).toISOString()

export async function staffIdOf({ db }: TestApp, { userId }: Client): Promise<number> {
  return (await db.selectFrom('staff').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow()).id
}

/** What waits for somebody. */
export async function partsOf(caller: Client): Promise<TodayPart[]> {
  const { status, body } = await caller.get('/today')
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

export async function partOf(caller: Client, kind: TodayPart['kind']): Promise<TodayPart | undefined> {
  return (await partsOf(caller)).find((part) => part.kind === kind)
}

export const textsOf = (part: TodayPart | undefined) => part?.lines?.map(({ text }) => text)
