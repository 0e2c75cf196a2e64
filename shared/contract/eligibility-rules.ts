import * as z from 'zod/mini'
import { create, get, list, one, post, put, remove } from '../endpoint.ts'
import { choice, idField, idFilters, line, optionalId, readAt } from '../fields.ts'
import { CONDITIONS } from '../labels.ts'
import { EXEMPTION_REASON_MAX } from '../limits.ts'
import { NamedRef } from './groups.ts'

/** The place of a rule set: without a batch for the college, with a department for that department alone. */
export const RulePlace = z.object({
  /** Null for what holds while the college has written nothing down. */
  id: z.nullable(z.int()),
  batch: z.nullable(NamedRef),
  department: z.nullable(NamedRef),
})
export type RulePlace = z.infer<typeof RulePlace>

/** The least of each condition in percent; null is off, in a set of a department as the others say. */
export const Minima = z.object({
  attendance: z.nullable(z.int()),
  logbook: z.nullable(z.int()),
  assessments: z.nullable(z.int()),
  tasks: z.nullable(z.int()),
})
export type Minima = z.infer<typeof Minima>

export const RuleSet = z.object({
  id: z.int(),
  batch_id: z.nullable(z.int()),
  batch: z.nullable(NamedRef),
  department_id: z.nullable(z.int()),
  department: z.nullable(NamedRef),
  ...Minima.shape,
  created_at: z.string(),
  updated_at: z.string(),
})
export type RuleSet = z.infer<typeof RuleSet>

const percent = (name: string) => {
  const text = `${name} must be a whole number from 1 to 100`
  return z.nullable(z.int(text).check(z.minimum(1, text), z.maximum(100, text)))
}

const minima = {
  attendance: percent('Attendance'),
  logbook: percent('Logbook'),
  assessments: percent('Assessments'),
  tasks: percent('Tasks'),
}

/** Each condition is said: null is off. */
export const RuleSetInput = z.object({
  batch_id: optionalId('Batch'),
  department_id: optionalId('Department'),
  ...minima,
})
export type RuleSetInput = z.output<typeof RuleSetInput>

/** A rule set stays where it holds. */
export const RuleSetChange = z.object({ ...z.partial(z.object(minima)).shape, ...readAt })
export type RuleSetChange = z.output<typeof RuleSetChange>

export const Exemption = z.object({
  id: z.int(),
  student_id: z.int(),
  condition: z.enum(CONDITIONS),
  /** Null for every department. */
  department: z.nullable(NamedRef),
  reason: z.string(),
  granted_by: NamedRef,
  granted_at: z.string(),
})
export type Exemption = z.infer<typeof Exemption>

const reason = line('Reason', EXEMPTION_REASON_MAX)

export const ExemptionInput = z.object({
  student_id: idField('Student'),
  condition: choice('Condition', CONDITIONS),
  department_id: optionalId('Department'),
  reason,
})
export type ExemptionInput = z.output<typeof ExemptionInput>

export const Withdrawal = z.object({ reason })

export const eligibilityRules = {
  list: list('/eligibility/rules', {
    summary: 'The rule sets: the college’s, those of batches, and those of departments',
    action: 'eligibility:read',
    query: idFilters('batch_id', 'department_id'),
    row: RuleSet,
    failure: 'Failed to fetch eligibility rules',
  }),
  inForce: get('/eligibility/rules/in-force', {
    summary: 'The least of each condition that holds for the college: its rule set, or what holds without one',
    action: 'eligibility:read',
    reply: one(z.object({ rule: RulePlace, ...Minima.shape })),
    failure: 'Failed to fetch eligibility rules',
  }),
  read: get('/eligibility/rules/:id', {
    summary: 'One rule set',
    action: 'eligibility:read',
    reply: one(RuleSet),
    failure: 'Failed to fetch eligibility rules',
  }),
  create: create('/eligibility/rules', {
    summary: 'Add a rule set: one for each place; that of a department is nowhere lower than what holds without it',
    action: 'eligibility:write-rules',
    body: RuleSetInput,
    reply: one(RuleSet),
    failure: 'Failed to save eligibility rules',
  }),
  update: put('/eligibility/rules/:id', {
    summary: 'Change a rule set; fields left out stay',
    action: 'eligibility:write-rules',
    body: RuleSetChange,
    reply: one(RuleSet),
    failure: 'Failed to save eligibility rules',
  }),
  remove: remove('/eligibility/rules/:id', {
    summary: 'Delete a rule set',
    action: 'eligibility:write-rules',
    failure: 'Failed to delete eligibility rules',
  }),
}

export const eligibilityExemptions = {
  exempt: create('/eligibility/exemptions', {
    summary: 'Exempt a student from a condition, in one department or in every one',
    action: 'eligibility:exempt',
    body: ExemptionInput,
    reply: one(Exemption),
    failure: 'Failed to exempt the student',
  }),
  withdraw: post('/eligibility/exemptions/:id/withdraw', {
    summary: 'Withdraw an exemption',
    action: 'eligibility:exempt',
    body: Withdrawal,
    reply: one(Exemption),
    failure: 'Failed to withdraw the exemption',
  }),
}
