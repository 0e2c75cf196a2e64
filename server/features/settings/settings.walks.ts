import type { Prepare, Walks } from '../../testing/walks.ts'

/** A PNG of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const withBackups: Prepare = async ({ at }) => {
  await at.db.updateTable('college_settings').set({ backup_dir: at.filesDirectory, updated_at: new Date() }).execute()
  return {}
}

export const walks: Walks = {
  files: {
    college_logos: {
      keep: async ({ at, keepFile }) => {
        const file = await keepFile()
        await at.db
          .insertInto('college_logos')
          .values({ id: 1, name: 'logo.png', type: 'image/png', ...file })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ storage_key: file.storage_key }))
          .execute()
        return file.storage_key
      },
      address: () => '/settings/logo',
    },
  },
  prepared: {
    'POST /settings/logo': () => ({ file: { name: 'logo.png', content: PIXEL } }),
    'POST /settings/backup-key': () => ({ body: { replaces: null } }),
    'POST /settings/test-restore': withBackups,
  },
  goOn: ['/settings/test-mail'],
}
