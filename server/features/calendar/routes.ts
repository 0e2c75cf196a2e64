import { calendar } from '../../../shared/contract/calendar.ts'
import type { Query } from '../../../shared/endpoint.ts'
import { type Caller, callerOf } from '../../core/caller.ts'
import { dayIn } from '../../core/clock.ts'
import { found, notFound } from '../../core/errors.ts'
import { findHolder } from '../../core/login.ts'
import type { Db } from '../../db/types.ts'
import { routes } from '../../http/routes.ts'
import type { Services } from '../../http/services.ts'
import { readGroup } from '../groups/reads.ts'
import { ownPosting, readOwnPostings, readPostingsOf } from '../postings/running.reads.ts'
import { readStaff } from '../staff/reads.ts'
import { feedText } from './feed.ts'
import { findFeed, findFeedOf, type OwnSession, readOwnSessions, readOwnTasks, readSessionsOf } from './reads.ts'
import { daysAround, type Feed, isSigned, partsOf, secretOf } from './rules.ts'
import { removeFeed, replaceFeed } from './writes.ts'

function told({ settings, calendarSecret }: Services, feed: (Feed & { created_at: string }) | undefined) {
  if (!feed) return { address: null, created_at: null }
  const path = `/api/calendar/${secretOf(calendarSecret, feed)}/feed.ics`
  return {
    address: settings.PUBLIC_URL ? new URL(path, settings.PUBLIC_URL).href : path,
    created_at: feed.created_at,
  }
}

/**
 * Returns the person behind an address, with the rights and the scope that they have now.
 * @throws 404, always the same one
 */
async function ownerOf(db: Db, { settings, calendarSecret }: Services, secret: string) {
  const { id, signature } = partsOf(secret)
  const feed = await findFeed(db, id)
  const holder = isSigned(calendarSecret, feed, signature) ? await findHolder(db, feed.user_id) : undefined
  const caller = holder && callerOf(holder, settings.COLLEGE_TIMEZONE)
  if (!caller?.may('calendar:own')) throw notFound('Calendar')
  return caller
}

/** A session as the timetable tells it. */
const timetabled = ({ changed_at: _, ...row }: OwnSession) => {
  const { department_id, batch_id, group_id, staff_id, department, batch, group, staff, ...session } = row
  return {
    ...session,
    department: { id: department_id, name: department },
    batch: { id: batch_id, name: batch },
    group: { id: group_id, name: group },
    staff: { id: staff_id, name: staff },
  }
}

/** @throws 404 for a group or a teacher that is not there for the caller */
async function refuseNobody(db: Db, caller: Caller, { group_id, staff_id }: Query<typeof calendar.days>) {
  if (group_id !== undefined) await readGroup(db, caller, group_id)
  if (staff_id !== undefined) await readStaff(db, caller, staff_id)
}

export const calendarRoutes = routes(calendar, {
  days: async ({ db, caller, query }) => {
    const { from, to, ...of } = query
    const days = { from, to }
    const { group_id, ward } = of
    const isOwn = of.staff_id === undefined && group_id === undefined && !ward
    // A teacher is posted nowhere.
    const isOfPosted = group_id !== undefined || ward
    const [sessions, tasks, postings] = await Promise.all([
      isOwn ? readOwnSessions(db, caller, days) : readSessionsOf(db, caller, days, of),
      isOwn ? readOwnTasks(db, caller, days) : [],
      isOwn
        ? readOwnPostings(db, caller, days)
        : isOfPosted
          ? readPostingsOf(db, caller, { ...days, group_id, ward })
          : [],
    ])
    // Sessions and postings tell that somebody is there; an empty week does not.
    if (sessions.length + postings.length === 0) await refuseNobody(db, caller, query)
    return {
      data: {
        sessions: sessions.map(timetabled),
        tasks: tasks.map(({ id, name, end_date, department, handed_in_at, skill_id }) => ({
          id,
          name,
          end_date,
          department,
          is_handed_in: handed_in_at !== null,
          skill_id,
        })),
        postings: postings.map(ownPosting),
      },
    }
  },

  read: async ({ db, caller, services }) => ({ data: told(services, await findFeedOf(db, caller.id)) }),

  create: async ({ write, caller, services }) => ({
    data: told(services, await write((tx) => replaceFeed(tx, caller))),
  }),

  remove: async ({ write, caller }) => {
    const isRemoved = await write((tx) => removeFeed(tx, caller))
    found('Calendar address', isRemoved || undefined)
    return { message: 'Calendar address revoked' }
  },

  feed: async ({ db, params, services, reply }) => {
    const { settings } = services
    const caller = await ownerOf(db, services, params.secret)
    const days = daysAround(dayIn(settings.COLLEGE_TIMEZONE))
    const [sessions, tasks, postings] = await Promise.all([
      readOwnSessions(db, caller, days),
      readOwnTasks(db, caller, days),
      readOwnPostings(db, caller, days),
    ])
    return reply
      .header('cache-control', 'private, no-cache')
      .type('text/calendar; charset=utf-8')
      .send(feedText({ settings, days, sessions, tasks, postings }))
  },
})
