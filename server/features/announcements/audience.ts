import type { Announcement } from '../../../shared/contract/announcements.ts'
import type { Caller } from '../../core/caller.ts'
import { forbidden, invalid } from '../../core/errors.ts'
import { refuseForeign } from '../../core/scope.ts'
import type { Db } from '../../db/types.ts'
import { findGroup } from '../groups/reads.ts'
import { inactiveText } from '../groups/rules.ts'

type Place = Pick<Announcement, 'department_id' | 'batch_id' | 'group_id'>

const WRONG_GROUP = invalid({ group_id: ['The group is not of this batch and department'] })

export const placeRefusals = {
  announcements_department_id_fkey: invalid({ department_id: ['Department does not exist'] }),
  announcements_batch_id_fkey: invalid({ batch_id: ['Batch does not exist'] }),
  announcements_group_id_department_id_fkey: WRONG_GROUP,
  announcements_group_id_batch_id_fkey: WRONG_GROUP,
}

/** @throws 403 when it is for people to whom the caller may not announce */
export function refuseBeyond(caller: Caller, { department_id, group_id }: Omit<Place, 'batch_id'>): void {
  if (group_id === null && !caller.may('announcements:widely'))
    throw forbidden('You can only work with announcements to your own groups.')
  refuseForeign(caller, department_id, 'announcements')
}

/**
 * Returns the place as it is stored: a group brings its department and its batch. A field left out stays as it is
 * stored.
 * @throws 403 for people to whom the caller may not announce, 422 for a group that is not there, not active, or of
 * another department or batch than those that are sent
 */
export async function settledPlace(
  db: Db,
  caller: Caller,
  sent: { [K in keyof Place]?: Place[K] | undefined },
  stored: Place = { department_id: null, batch_id: null, group_id: null },
): Promise<Place> {
  const { group_id = stored.group_id } = sent
  if (group_id === null) {
    const { department_id = stored.department_id, batch_id = stored.batch_id } = sent
    refuseBeyond(caller, { department_id, group_id })
    return { department_id, batch_id, group_id }
  }
  if (sent.department_id) refuseForeign(caller, sent.department_id, 'announcements')
  const group = await findGroup(db, caller, group_id)
  if (!group) throw invalid({ group_id: ['Group does not exist'] })
  const { department_id, batch_id } = group
  const isElsewhere = (id: number | null | undefined, own: number) => Boolean(id) && id !== own
  if (isElsewhere(sent.department_id, department_id) || isElsewhere(sent.batch_id, batch_id)) throw WRONG_GROUP
  if (group.status !== 'active' && group_id !== stored.group_id) throw invalid({ group_id: [inactiveText(group.name)] })
  return { department_id, batch_id, group_id }
}
