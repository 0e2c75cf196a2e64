import * as z from 'zod/mini'
import { create, get, list, one, post, put, remove } from '../endpoint.ts'
import { choice, optionalDate, optionalId, optionalText, readAt, searchText } from '../fields.ts'
import { ANNOUNCEMENTS_A_DAY_MAX } from '../limits.ts'
import { title } from '../names.ts'
import { ROLES } from '../permissions.ts'
import { NamedRef } from './groups.ts'

export const Announcement = z.object({
  id: z.int(),
  title: z.string(),
  /** Plain text with line breaks. */
  text: z.string(),
  /** The roles that it is for; empty for everybody. */
  roles: z.array(z.enum(ROLES)),
  /** Null: for every department. */
  department_id: z.nullable(z.int()),
  department: z.nullable(NamedRef),
  /** Null: for every batch. A batch narrows the students; staff of the department read it too. */
  batch_id: z.nullable(z.int()),
  batch: z.nullable(NamedRef),
  /** The last day on which readers are shown it, `YYYY-MM-DD`. */
  last_day: z.nullable(z.string()),
  created_by: z.int(),
  author: NamedRef,
  /** True when the caller has read it. */
  is_read: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Announcement = z.infer<typeof Announcement>

export const AnnouncementInput = z.object({
  title: title('Title'),
  text: z.pipe(optionalText('Text'), z.string('Text is required')),
  roles: z.optional(z.array(choice('Role', ROLES)).check(z.maxLength(ROLES.length, 'Choose each role once'))),
  department_id: optionalId('Department'),
  batch_id: optionalId('Batch'),
  last_day: optionalDate('Last day'),
})

export const AnnouncementChange = z.object({ ...z.partial(AnnouncementInput).shape, ...readAt })

export const announcements = {
  list: list('/announcements', {
    summary: 'Announcements for the caller, newest first; people who write them also get ended ones',
    action: 'announcements:read',
    query: { q: searchText },
    row: Announcement,
    failure: 'Failed to fetch announcements',
  }),
  read: get('/announcements/:id', {
    summary: 'One announcement',
    action: 'announcements:read',
    reply: one(Announcement),
    failure: 'Failed to fetch announcement',
  }),
  create: create('/announcements', {
    summary: 'Announce something; a head of department for the own department',
    action: 'announcements:write',
    body: AnnouncementInput,
    reply: one(Announcement),
    aDay: { most: ANNOUNCEMENTS_A_DAY_MAX, noun: 'announcements' },
    failure: 'Failed to create announcement',
  }),
  update: put('/announcements/:id', {
    summary: 'Change an announcement',
    action: 'announcements:write',
    body: AnnouncementChange,
    reply: one(Announcement),
    failure: 'Failed to update announcement',
  }),
  remove: remove('/announcements/:id', {
    summary: 'Delete an announcement',
    action: 'announcements:write',
    failure: 'Failed to delete announcement',
  }),
  markRead: post('/announcements/:id/read', {
    goesOn: 'change',
    summary: 'The caller has read the announcement',
    action: 'announcements:read',
    reply: one(Announcement),
    failure: 'Failed to save that you have read it',
  }),
}
