import type { Settings } from '../../settings.ts'
import { directoryPlace, type Place } from './place.ts'

/** The folder of an installation's archive: a place may have those of several. */
export const folderOf = (installation: string) => `archive/${installation}`

/** The place of the archive that the settings name. */
export function archivePlace({ BACKUP_DIR }: Pick<Settings, 'BACKUP_DIR'>, folder: string): Place | undefined {
  return BACKUP_DIR === undefined ? undefined : directoryPlace(BACKUP_DIR, folder)
}
