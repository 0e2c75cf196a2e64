import { roleWord } from '../../../shared/labels.ts'
import { mayAssign } from '../../../shared/permissions.ts'
import type { Caller } from '../../core/caller.ts'
import type { NamedRecord } from './names.ts'

// Roles as people say them: "Head of department" is stored as `hod`, and a file may have either.

export const asPeopleSay = ({ id, name }: NamedRecord): NamedRecord => ({ id, name: roleWord(name), also: [name] })

/** Returns the roles that the caller may give to staff, as people say them. */
export const rolesToGive = (caller: Caller, roles: readonly NamedRecord[]): NamedRecord[] =>
  roles.filter(({ name }) => name !== 'student' && mayAssign(caller.roles, name)).map(asPeopleSay)

/** Says which roles a caller may give. */
export function rolesText(caller: Caller, roles: readonly NamedRecord[]): string {
  const words = rolesToGive(caller, roles).map(({ name }) => name)
  return words.length === 0 ? 'You may give no role' : `You may give: ${words.join(', ')}`
}
