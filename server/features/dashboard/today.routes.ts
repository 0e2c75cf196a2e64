import { today } from '../../../shared/contract/today.ts'
import type { TodayKind } from '../../core/today.ts'
import { routes } from '../../http/routes.ts'
import { readToday } from './today.reads.ts'
import { writeSeen } from './today.writes.ts'

export const todayRoutes = (kinds: readonly TodayKind[]) =>
  routes(today, {
    read: async ({ db, caller, services: { settings }, request }) => {
      const { parts, at } = await readToday(db, caller, { kinds, settings, log: request.log })
      return { data: parts, at }
    },

    markSeen: async ({ write, caller, body }) => {
      await write((tx) => writeSeen(tx, caller, body))
      return { message: 'What you have seen is saved.' }
    },
  })
