import type { Db } from '../../db/types.ts'
import { accountMakers } from '../../testing/make/accounts.ts'
import { add, type Fields } from '../../testing/make/adding.ts'
import type { Walks } from '../../testing/walks.ts'

interface KeptFile {
  size: number
  sha256: Buffer
  storage_key: string
}

/** Adds a pack that is ready, with a file where it is given. */
export async function addPack(
  db: Db,
  fields: Partial<Fields<'inspection_packs'>> & { batch_id: number },
  file?: KeptFile,
) {
  const at = new Date()
  const id = await add(db, 'inspection_packs', {
    from_day: '2026-01-01',
    to_day: '2026-01-31',
    asked_by: fields.asked_by ?? (await accountMakers(db).user()),
    state: 'ready',
    files_done: 1,
    files_total: 1,
    begun_at: at,
    finished_at: at,
    kept_until: new Date(at.getTime() + 24 * 60 * 60 * 1000),
    ...fields,
  })
  if (file) {
    const { size, sha256, storage_key } = file
    await db.insertInto('inspection_pack_files').values({ pack_id: id, size, sha256, storage_key }).execute()
  }
  return id
}

export const walks: Walks = {
  kinds: {
    inspection_pack: {
      make: async ({ db, ids, keepFile }) => addPack(db, { batch_id: ids.batch, asked_by: ids.user }, await keepFile()),
    },
  },
  ids: { '/inspection-packs': 'inspection_pack' },
  files: {
    inspection_pack_files: {
      keep: async ({ at, batch, keepFile }) => {
        const file = await keepFile()
        await addPack(at.db, { batch_id: batch }, file)
        return file.storage_key
      },
      address: (row) => `/inspection-packs/${row.pack_id}/download`,
    },
  },
}
