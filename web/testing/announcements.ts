import type { Announcement } from '../../shared/contract/announcements.ts'
import { stamps } from './records.ts'

/** An announcement for everybody, without a file, that the person has not read. */
export const announcement = (changes: Partial<Announcement> = {}): Announcement => ({
  id: 7,
  title: 'Ward round at 8',
  text: 'In ward 3.\nBring your log.',
  roles: [],
  department_id: null,
  department: null,
  batch_id: null,
  batch: null,
  group_id: null,
  group: null,
  last_day: null,
  created_by: 1,
  author: { id: 1, name: 'Dr Sana Malik' },
  file: null,
  is_read: false,
  ...stamps,
  ...changes,
})
