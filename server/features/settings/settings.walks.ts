import type { Prepare, Walks } from '../../testing/walks.ts'

const withBackups: Prepare = async ({ at }) => {
  await at.db.updateTable('college_settings').set({ backup_dir: at.filesDirectory, updated_at: new Date() }).execute()
  return {}
}

export const walks: Walks = {
  prepared: { 'POST /settings/test-restore': withBackups },
  goOn: ['/settings/test-mail'],
}
