import type { Feature } from '../../feature.ts'
import { backupTrouble } from './today.reads.ts'

export const backups: Feature = {
  tables: ['backups', 'backup_copies'],
  today: [backupTrouble],
}
