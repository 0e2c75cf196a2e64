import * as z from 'zod/mini'
import { AnnouncementInput } from '../../../shared/contract/announcements.ts'
import { idField } from '../../../shared/fields.ts'
import { can } from '../../../shared/permissions.ts'

/**
 * Returns the fields for a person with these roles; faculty chooses a group. The file's name stands in for the file,
 * which is added when the form is sent.
 */
export const announcementFields = (roles: readonly string[] | undefined) =>
  z.object({
    ...AnnouncementInput.shape,
    ...(!can(roles, 'announcements:widely') && { group_id: idField('Group') }),
    files: z.array(z.string()),
  })
