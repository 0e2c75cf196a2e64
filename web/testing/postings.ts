import type { Posting } from '../../shared/contract/postings.ts'
import { stamps } from './records.ts'

/** A posting of Group A to Medicine. */
export const posting = (changes: Partial<Posting> = {}): Posting => ({
  id: 11,
  group_id: 5,
  group: { id: 5, name: 'Group A' },
  batch_id: 4,
  batch: { id: 4, name: 'MBBS 2022' },
  department_id: 3,
  department: { id: 3, name: 'Medicine' },
  first_day: '2026-01-05',
  last_day: '2026-02-01',
  ward: 'Ward 3',
  clashes: [],
  ...stamps,
  ...changes,
})
