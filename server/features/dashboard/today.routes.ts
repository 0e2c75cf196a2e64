import type { FastifyBaseLogger } from 'fastify'
import { collegeToday } from '../../../shared/college-clock.ts'
import { type TodayLine, type TodayPart, today } from '../../../shared/contract/today.ts'
import type { Caller } from '../../core/caller.ts'
import type { Day, TodayKind } from '../../core/today.ts'
import type { Db } from '../../db/types.ts'
import { routes } from '../../http/routes.ts'
import { readSeen } from './today.reads.ts'
import { writeSeen } from './today.writes.ts'

const told = (lines: readonly TodayLine[]) => lines.reduce((sum, { count }) => sum + (count ?? 1), 0)

/** @throws what the last kind failed with, when none could be read: then the database is away, and the call says so */
async function readParts(
  db: Db,
  caller: Caller,
  day: Day,
  kinds: readonly TodayKind[],
  log: FastifyBaseLogger,
): Promise<TodayPart[]> {
  const failed: unknown[] = []
  const parts = await Promise.all(
    kinds.map(async ({ kind, title, read }): Promise<TodayPart> => {
      try {
        const { total, lines, to = null, more = total - told(lines) } = await read(db, caller, day)
        return { kind, title, total, more, lines, to }
      } catch (error) {
        log.error({ err: error, kind }, 'a kind of what waits today could not be read')
        failed.push(error)
        return { kind, title, total: 0, more: 0, lines: null, to: null }
      }
    }),
  )
  if (failed.length > 0 && failed.length === kinds.length) throw failed[0]
  return parts.filter(({ lines }) => lines === null || lines.length > 0)
}

export const todayRoutes = (kinds: readonly TodayKind[]) =>
  routes(today, {
    read: async ({ db, caller, services, request }) => {
      const { at, seenAt } = await readSeen(db, caller)
      const { ATTENDANCE_MINIMUM: attendanceMinimum, CASE_RESPONSE_DAYS: responseDays } = services.settings
      const isBackedUp = services.settings.BACKUP_DIR !== undefined
      const day = { today: collegeToday(), seenAt, attendanceMinimum, responseDays, isBackedUp }
      const theirs = kinds.filter(({ isFor }) => isFor(caller))
      return { data: await readParts(db, caller, day, theirs, request.log), at }
    },

    markSeen: async ({ write, caller, body }) => {
      await write((tx) => writeSeen(tx, caller, body))
      return { message: 'What you have seen is saved.' }
    },
  })
