import * as z from 'zod/mini'
import { type Announcement, AnnouncementInput } from '../../../shared/contract/announcements.ts'
import { labelOf } from '../../../shared/labels.ts'
import type { RoleName } from '../../../shared/permissions.ts'
import type { RecordKind } from '../../ui/record-kind.ts'
import { textOf, textsOf } from '../../ui/texts.ts'

export const ANNOUNCEMENT: RecordKind = { entity: 'announcement', title: 'Announcement', noun: 'announcement' }

export const announcementValues = (record: Announcement | undefined, departmentId: number | undefined) => ({
  ...textsOf(record, ['title', 'text', 'batch_id', 'last_day']),
  department_id: textOf(record ? record.department_id : departmentId),
  roles: [...(record?.roles ?? [])],
})
export type AnnouncementValues = ReturnType<typeof announcementValues>

/** The file's name stands in for the file, which is added when the form is sent. */
export const AnnouncementFields = z.object({ ...AnnouncementInput.shape, files: z.array(z.string()) })

export const announcementBody = ({ department_id, batch_id, ...rest }: AnnouncementValues, files: string[]) => ({
  ...rest,
  files,
  department_id: Number(department_id) || null,
  batch_id: Number(batch_id) || null,
})

export const roleText = (role: RoleName) => (role === 'hod' ? 'HOD' : labelOf(role))

/** Returns "Student, Faculty · Medicine · Batch 2023", or "Everybody". */
export function audienceText({ roles, department, batch }: Announcement): string {
  const parts = [roles.map(roleText).join(', '), department?.name, batch?.name].filter(Boolean)
  return parts.length > 0 ? parts.join(' · ') : 'Everybody'
}
