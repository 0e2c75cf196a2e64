import type { Caller } from '../../core/caller.ts'
import { leaveTrail } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'
import type { StoredFile } from '../../files/keeping.ts'
import { findLogo, lockChosen } from './reads.ts'

/**
 * Gives the college another logo, or none.
 * @returns the keys of the former file, to set aside once this is committed
 */
export async function replaceLogo(tx: Tx, caller: Caller, file?: StoredFile): Promise<string[]> {
  // Two that come together wait for each other here.
  const { id } = await lockChosen(tx)
  const former = await findLogo(tx)
  await tx.deleteFrom('college_logos').execute()
  const type = file?.type === 'image/png' ? 'image/png' : 'image/jpeg'
  if (file)
    await tx
      .insertInto('college_logos')
      .values({ ...file, id, type })
      .execute()
  const told = (one: Pick<StoredFile, 'name' | 'sha256'> | undefined) =>
    one ? `${one.name} (SHA-256 ${one.sha256.toString('hex')})` : null
  await leaveTrail(tx, caller, [
    { action: 'update', entity: 'college_settings', entityId: id, changes: { logo: [told(former), told(file)] } },
  ])
  return former ? [former.storage_key] : []
}
