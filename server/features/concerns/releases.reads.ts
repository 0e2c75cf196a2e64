import type { Releases } from '../../../shared/contract/releases.ts'
import { productVersion } from '../../core/version.ts'
import type { Db } from '../../db/types.ts'
import type { Settings } from '../../settings.ts'
import { isNewer } from './releases.rules.ts'

const installed = productVersion()

/** Tells what the list of releases said last; nothing where none is asked. */
export async function readReleases(db: Db, { RELEASES_URL }: Pick<Settings, 'RELEASES_URL'>): Promise<Releases> {
  const none = { asked_at: null, read_at: null, newest: null, is_newer: false, page: null, failure: null }
  if (RELEASES_URL === undefined) return { installed, place: null, ...none }
  const place = new URL(RELEASES_URL).host
  const kept = await db
    .selectFrom('newest_release')
    .select(['asked_at', 'read_at', 'version', 'page', 'failure'])
    .executeTakeFirst()
  if (!kept) return { installed, place, ...none }
  const { version: newest, ...rest } = kept
  return { installed, place, ...rest, newest, is_newer: newest !== null && isNewer(newest, installed) }
}
