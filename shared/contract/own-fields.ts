import * as z from 'zod/mini'
import { create, get, list, one, put, remove } from '../endpoint.ts'
import { choice, line, readAt } from '../fields.ts'
import { OWN_FIELD_ENTITIES, OWN_FIELD_KINDS, OWN_FIELD_STATUSES, SEEN_BY } from '../labels.ts'
import { OWN_FIELD_OPTIONS_MAX, OWN_FIELDS_MAX, OWN_OPTION_MAX } from '../limits.ts'
import { nameLine } from '../names.ts'

/** A field that the college has added to its students or staff. */
export const OwnField = z.object({
  id: z.int(),
  entity: z.enum(OWN_FIELD_ENTITIES),
  name: z.string(),
  kind: z.enum(OWN_FIELD_KINDS),
  /** The values of a choice; of other kinds none. */
  options: z.array(z.string()),
  is_required: z.boolean(),
  /** True when no two records have the same value, however it is written. */
  is_unique: z.boolean(),
  /** True when people who may not edit a record are told the last four characters of its value alone. */
  is_masked: z.boolean(),
  seen_by: z.enum(SEEN_BY),
  /** The place among the fields of the entity, from 1. */
  position: z.int(),
  status: z.enum(OWN_FIELD_STATUSES),
  created_at: z.string(),
  updated_at: z.string(),
})
export type OwnField = z.infer<typeof OwnField>

const flag = (name: string) => z.optional(z.boolean(`${name} must be true or false`))

const ownFieldFields = {
  name: nameLine('Field name'),
  kind: choice('Kind', OWN_FIELD_KINDS),
  options: z.optional(
    z
      .array(line('Option', OWN_OPTION_MAX), 'Options must be a list')
      .check(z.maxLength(OWN_FIELD_OPTIONS_MAX, `There can be at most ${OWN_FIELD_OPTIONS_MAX} options`)),
  ),
  is_required: flag('is_required'),
  is_unique: flag('is_unique'),
  is_masked: flag('is_masked'),
  seen_by: z.optional(choice('Seen by', SEEN_BY)),
  status: z.optional(choice('Status', OWN_FIELD_STATUSES)),
}

export const OwnFieldInput = z.object({ entity: choice('Entity', OWN_FIELD_ENTITIES), ...ownFieldFields })
export type OwnFieldInput = z.output<typeof OwnFieldInput>

const NO_PLACE = `Position must be a whole number from 1 to ${OWN_FIELDS_MAX}`

/** A field stays one of its entity. */
export const OwnFieldChange = z.object({
  ...z.partial(z.object(ownFieldFields)).shape,
  /** The new place; the fields from there on move. */
  position: z.optional(z.int(NO_PLACE).check(z.minimum(1, NO_PLACE), z.maximum(OWN_FIELDS_MAX, NO_PLACE))),
  ...readAt,
})
export type OwnFieldChange = z.output<typeof OwnFieldChange>

export const ownFields = {
  list: list('/own-fields', {
    summary: 'The fields that the college has added to students and staff, in their order; to others the active ones',
    action: 'own-fields:read',
    query: { entity: z.optional(choice('Entity', OWN_FIELD_ENTITIES)) },
    row: OwnField,
    failure: 'Failed to fetch own fields',
  }),
  read: get('/own-fields/:id', {
    summary: 'One own field',
    action: 'own-fields:read',
    reply: one(OwnField),
    failure: 'Failed to fetch own field',
  }),
  create: create('/own-fields', {
    summary: 'Add a field to students or staff, as the last one',
    action: 'own-fields:write',
    body: OwnFieldInput,
    reply: one(OwnField),
    failure: 'Failed to create own field',
  }),
  update: put('/own-fields/:id', {
    summary: 'Change an own field, or its place; with values its kind stays',
    action: 'own-fields:write',
    body: OwnFieldChange,
    reply: one(OwnField),
    failure: 'Failed to update own field',
  }),
  remove: remove('/own-fields/:id', {
    summary: 'Delete an own field of which no record has a value',
    action: 'own-fields:write',
    failure: 'Failed to delete own field',
  }),
}
