import { hasAnyRole } from '../../../shared/permissions.ts'
import { addressOf } from '../../core/app-address.ts'
import { dayOf, FIRST_LINES, lineOf, type TodayKind } from '../../core/today.ts'
import { listStaff } from './reads.ts'

/** Tells of staff to whom the caller may give another initial password. */
export const staffNeverSignedIn: TodayKind = {
  kind: 'never-signed-in',
  title: 'Staff who never signed in',
  isFor: ({ roles, may }) => may('staff:write') && hasAnyRole(roles, ['admin', 'clerk']),
  read: async (db, caller) => {
    const { data, meta } = await listStaff(db, caller, { only: 'never-signed-in' }, FIRST_LINES)
    return {
      total: meta.total,
      lines: data.map(({ id, name, department, designation, account_made_at }) =>
        lineOf({
          text: name,
          detail: `${designation.name}, ${department.name}`,
          since: dayOf(account_made_at),
          to: addressOf('/staff', { modal: 'view', id }),
        }),
      ),
      to: addressOf('/staff', { only: 'never-signed-in' }),
    }
  },
}
