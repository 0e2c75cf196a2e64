import type * as z from 'zod/mini'
import type { Announcement, AnnouncementChange, AnnouncementInput } from '../../../shared/contract/announcements.ts'
import type { Caller } from '../../core/caller.ts'
import { answering, forbidden, refuseStale } from '../../core/errors.ts'
import { trailOf } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'
import type { StoredFile } from '../../files/keeping.ts'
import { placeRefusals, refuseBeyond, settledPlace } from './audience.ts'
import { readAnnouncement, readChanged } from './reads.ts'

const trail = trailOf(
  'announcement',
  ['title', 'text', 'roles', 'department', 'batch', 'group', 'last_day', 'file'],
  ({ roles, department, batch, group, file, ...rest }: Announcement) => ({
    ...rest,
    roles: roles.join(', '),
    department: department?.name ?? null,
    batch: batch?.name ?? null,
    group: group?.name ?? null,
    file: file && `${file.name} (SHA-256 ${file.sha256})`,
  }),
)

const addFile = (tx: Tx, announcement_id: number, file: StoredFile) =>
  tx
    .insertInto('announcement_files')
    .values({ ...file, announcement_id })
    .execute()

/** Returns the keys of the file that is gone, to set aside once this is committed. */
async function removeFile(tx: Tx, { id }: Announcement): Promise<string[]> {
  const rows = await tx
    .deleteFrom('announcement_files')
    .where('announcement_id', '=', id)
    .returning('storage_key')
    .execute()
  return rows.map(({ storage_key }) => storage_key)
}

/**
 * Announces something. A file is in the store already.
 * @throws 403 when it would be for people to whom the caller may not announce
 */
export async function createAnnouncement(
  tx: Tx,
  caller: Caller,
  input: z.output<typeof AnnouncementInput>,
  file?: StoredFile,
): Promise<Announcement> {
  const place = await settledPlace(tx, caller, input)
  const { id } = await answering(placeRefusals, () =>
    tx
      .insertInto('announcements')
      .values({ ...input, ...place, created_by: caller.id })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  if (file) await addFile(tx, id, file)
  const created = await readAnnouncement(tx, caller, id)
  await trail.created(tx, caller, created)
  return created
}

/**
 * Changes an announcement. A file, which is in the store already, takes the place of its own.
 * @returns the announcement, and the keys of a former file, to set aside once this is committed
 * @throws 403 when it is, or would be, for people to whom the caller may not announce
 */
export async function updateAnnouncement(
  tx: Tx,
  caller: Caller,
  announcement: Announcement,
  { updated_at, remove_file = false, ...change }: z.output<typeof AnnouncementChange>,
  file?: StoredFile,
): Promise<{ updated: Announcement; former: string[] }> {
  refuseBeyond(caller, announcement)
  const place = await settledPlace(tx, caller, change, announcement)
  refuseStale(announcement, { updated_at })
  await answering(placeRefusals, () =>
    tx
      .updateTable('announcements')
      .set({ ...change, ...place, updated_at: new Date() })
      .where('id', '=', announcement.id)
      .execute(),
  )
  const former = file || remove_file ? await removeFile(tx, announcement) : []
  if (file) await addFile(tx, announcement.id, file)
  const updated = await readChanged(tx, caller, announcement.id)
  await trail.changed(tx, caller, announcement, updated)
  return { updated, former }
}

/**
 * @returns the keys of its file, to set aside once this is committed
 * @throws 403 for somebody else's, except to an administrator
 */
export async function deleteAnnouncement(tx: Tx, caller: Caller, announcement: Announcement): Promise<string[]> {
  const { created_by, author } = announcement
  if (created_by !== caller.id && !caller.may('announcements:oversee'))
    throw forbidden(`Only ${author.name} or an administrator can delete this announcement.`)
  const keys = await removeFile(tx, announcement)
  await tx.deleteFrom('announcements').where('id', '=', announcement.id).execute()
  await trail.deleted(tx, caller, announcement)
  return keys
}

/** Notes that the caller has read it; a second time changes nothing. */
export async function noteReading(tx: Tx, caller: Caller, announcement: Announcement): Promise<Announcement> {
  await tx
    .insertInto('announcement_readings')
    .values({ announcement_id: announcement.id, user_id: caller.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { ...announcement, is_read: true }
}
