import * as z from 'zod/mini'
import { create, get, list, one, post, put, remove } from '../endpoint.ts'
import { choice, optionalDate, optionalId, optionalIdText, optionalText, readAt, searchText } from '../fields.ts'
import { ANNOUNCEMENT_FILE } from '../files.ts'
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
  /** A group narrows the students to its own; its department and batch are those of the announcement. */
  group_id: z.nullable(z.int()),
  group: z.nullable(NamedRef),
  /** The last day on which readers are shown it, `YYYY-MM-DD`. */
  last_day: z.nullable(z.string()),
  created_by: z.int(),
  author: NamedRef,
  /** Null without a file. The type is found in its content; the SHA-256, as hex, is also the ETag of its download. */
  file: z.nullable(z.object({ name: z.string(), size: z.int(), type: z.string(), sha256: z.string() })),
  /** True when the caller has read it, false while it waits to be read; null when it is for others, or the own one. */
  is_read: z.nullable(z.boolean()),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Announcement = z.infer<typeof Announcement>

const texts = {
  title: title('Title'),
  text: z.pipe(optionalText('Text'), z.string('Text is required')),
  last_day: optionalDate('Last day'),
}
const roles = z.array(choice('Role', ROLES), 'Roles must be a list').check(
  z.maxLength(ROLES.length, 'Choose each role once'),
  z.overwrite((chosen) => [...new Set(chosen)]),
)

export const AnnouncementInput = z.object({
  ...texts,
  roles: z.optional(roles),
  department_id: optionalId('Department'),
  batch_id: optionalId('Batch'),
  /** Its department and batch may be left out. */
  group_id: optionalId('Group'),
})

export const AnnouncementChange = z.object({
  ...z.partial(AnnouncementInput).shape,
  /** Takes the file away. */
  remove_file: z.optional(z.boolean('remove_file must be true or false')),
  ...readAt,
})

/** The text fields of the multipart body; the file comes as `file`. Roles stand in one text: `student,faculty`. */
const AnnouncementForm = z.object({
  ...texts,
  roles: z.optional(
    z.pipe(
      z.string('Roles must be one text'),
      z.pipe(
        z.transform((text: string) => text.split(',').filter(Boolean)),
        roles,
      ),
    ),
  ),
  department_id: optionalIdText('Department'),
  batch_id: optionalIdText('Batch'),
  group_id: optionalIdText('Group'),
})

/** The text fields of a change with another file: both are changed, or neither. */
const AnnouncementChangeForm = z.object({ ...z.partial(AnnouncementForm).shape, ...readAt })

export const announcements = {
  list: list('/announcements', {
    summary: 'Announcements for the caller and the own ones, also when they have ended, newest first',
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
    summary: 'Announce something, with a file if there is one: to the own department, faculty to a group of it',
    action: 'announcements:write',
    body: AnnouncementForm,
    upload: ANNOUNCEMENT_FILE,
    json: AnnouncementInput,
    reply: one(Announcement),
    aDay: { most: ANNOUNCEMENTS_A_DAY_MAX, noun: 'announcements' },
    failure: 'Failed to create announcement',
  }),
  update: put('/announcements/:id', {
    summary: 'Change an announcement, or take its file away',
    action: 'announcements:write',
    body: AnnouncementChange,
    reply: one(Announcement),
    failure: 'Failed to update announcement',
  }),
  replaceFile: post('/announcements/:id/file', {
    summary: 'Change an announcement, and give it a file in the place of its own',
    action: 'announcements:write',
    body: AnnouncementChangeForm,
    upload: ANNOUNCEMENT_FILE,
    reply: one(Announcement),
    failure: 'Failed to update announcement',
  }),
  remove: remove('/announcements/:id', {
    summary: 'Delete an announcement with its file; for its author and administrators',
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
  download: get('/announcements/:id/file/download', {
    summary: 'The file of an announcement, to keep',
    action: 'announcements:read',
    file: { type: 'application/octet-stream', description: 'The file' },
    failure: 'Failed to download file. Please try again.',
  }),
  view: get('/announcements/:id/file/view', {
    summary: 'The file of an announcement, to open in the browser when it is a PDF or a picture',
    action: 'announcements:read',
    file: { type: 'application/octet-stream', description: 'The file' },
    failure: 'Failed to open file. Please try again.',
  }),
}
