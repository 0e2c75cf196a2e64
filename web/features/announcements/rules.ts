import type { Announcement } from '../../../shared/contract/announcements.ts'
import { roleWord } from '../../../shared/labels.ts'
import type { RecordKind } from '../../ui/record-kind.ts'
import { DOT, textOf, textsOf } from '../../ui/texts.ts'

export const ANNOUNCEMENT: RecordKind = { entity: 'announcement', title: 'Announcement', noun: 'announcement' }

export const announcementValues = (record: Announcement | undefined, departmentId: number | undefined) => ({
  ...textsOf(record, ['title', 'text', 'batch_id', 'group_id', 'last_day']),
  department_id: textOf(record ? record.department_id : departmentId),
  roles: [...(record?.roles ?? [])],
})
export type AnnouncementValues = ReturnType<typeof announcementValues>

export const announcementBody = (
  { department_id, batch_id, group_id, ...rest }: AnnouncementValues,
  files: string[],
) => ({
  ...rest,
  files,
  department_id: Number(department_id) || null,
  batch_id: Number(batch_id) || null,
  group_id: Number(group_id) || null,
})

/** Returns "Student, Faculty · Medicine · Batch 2023 · Group A", or "Everybody". */
export function audienceText({ roles, department, batch, group }: Announcement): string {
  const parts = [roles.map(roleWord).join(', '), department?.name, batch?.name, group?.name].filter(Boolean)
  return parts.length > 0 ? parts.join(DOT) : 'Everybody'
}
