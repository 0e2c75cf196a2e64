import * as z from 'zod/mini'
import { list } from '../endpoint.ts'
import { idFilters, optionalWord } from '../fields.ts'

export const AUDIT_ENTITIES = [
  'announcement',
  'assessment',
  'assessment_result',
  'attendance_session',
  'attendance_submission',
  'batch',
  'college_settings',
  'department',
  'designation',
  'eligibility_exemption',
  'eligibility_list',
  'eligibility_rule_set',
  'export',
  'feedback_pool_question',
  'feedback_question',
  'feedback_survey',
  'group',
  'inspection_pack',
  'leave',
  'library_entry',
  'log_entry',
  'own_field',
  'posting',
  'reporting',
  'role',
  'skill',
  'staff',
  'student',
  'task',
  'task_submission',
  'trail',
  'user',
  'verified_document',
] as const
export type AuditEntity = (typeof AUDIT_ENTITIES)[number]

export const AuditRow = z.object({
  id: z.int(),
  at: z.string(),
  actor: z.nullable(z.object({ id: z.int(), name: z.string() })),
  action: z.string(),
  entity: z.string(),
  entity_id: z.int(),
  /** Field → [old, new]. */
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
})
export type AuditRow = z.infer<typeof AuditRow>

export const audit = {
  list: list('/audit', {
    summary: 'The audit trail, newest first',
    action: 'audit:read',
    query: {
      entity: optionalWord('entity', 60),
      ...idFilters('entity_id', 'actor_id'),
    },
    row: AuditRow,
    failure: 'Failed to fetch history',
  }),
}
