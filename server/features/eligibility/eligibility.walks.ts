import type { ConditionStanding } from '../../../shared/contract/eligibility.ts'
import type { Db } from '../../db/types.ts'
import { add } from '../../testing/make/adding.ts'
import { FEW, type Walks } from '../../testing/walks.ts'
import { addDocument } from '../verified-documents/verified-documents.walks.ts'

/** Adds a rule set of a department, for a batch. */
export const addRuleSet = (db: Db, batch_id: number, department_id: number) =>
  add(db, 'eligibility_rule_sets', { batch_id, department_id, attendance: 90 })

/** Adds an exemption from the logbook. */
export const addExemption = (
  db: Db,
  fields: { student_id: number; department_id?: number; reason: string; granted_by: number },
) => add(db, 'eligibility_exemptions', { condition: 'logbook', ...fields })

const standing: ConditionStanding = {
  condition: 'attendance',
  department: { id: 1, name: 'Medicine' },
  reached: 8,
  of: 10,
  figure: 80,
  minimum: 75,
  verdict: 'met',
  highest: 90,
  planned: 5,
  may_miss: 2,
  rule: { id: null, batch: null, department: null },
  exemption: null,
}

interface ListFields {
  batch_id: number
  department_id: number | null
  title?: string
  /** The student who is in it. */
  student_id?: number
  name?: string
}

/** Adds a frozen list, with a document that has no file. */
export async function addFrozenList(
  db: Db,
  { batch_id, department_id, title, student_id, name = 'A student' }: ListFields,
) {
  const document_id = await addDocument(db, { kind: 'eligibility-list', student_id: null, name: null })
  const { id } = await db
    .insertInto('eligibility_lists')
    .values({
      document_id,
      title: title ?? null,
      batch_id,
      batch_name: 'Batch 2023',
      department_id,
      department_name: department_id === null ? null : 'Medicine',
      rules: JSON.stringify([{ department: null, attendance: 75, logbook: 100, assessments: null, tasks: null }]),
      eligible: 1,
      on_course: 0,
      at_risk: 0,
      not_eligible: 0,
      exempted: 0,
      unjudged: 0,
      frozen_at: new Date(),
      frozen_by_name: 'Principal',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (student_id !== undefined)
    await db
      .insertInto('eligibility_list_rows')
      .values({
        list_id: id,
        position: 0,
        student_id,
        name,
        roll_no: null,
        verdict: 'eligible',
        conditions: JSON.stringify([standing]),
      })
      .execute()
  return id
}

const judged = {
  batch_id: 'student_batches.batch_id',
  department_id: 'attendance_standings.department_id',
  condition: 'judged of the students of one batch',
  verdict: 'judged of the students of one batch',
  sort: 'judged of the students of one batch',
  day: 'judged of the students of one batch',
}

export const walks: Walks = {
  kinds: {
    'rule set': {
      // Each has a batch of its own: a place has one rule set.
      make: async ({ db, make, ids }) => addRuleSet(db, await make.batch(), ids.department),
    },
    'frozen list': {
      make: ({ db, ids, student, tell }) =>
        addFrozenList(db, {
          batch_id: ids.batch,
          department_id: ids.department,
          title: tell('list title'),
          student_id: student.id,
          name: tell('frozen name'),
        }),
    },
    exemption: {
      make: ({ db, ids, student, tell }) =>
        addExemption(db, {
          student_id: student.id,
          department_id: ids.department,
          reason: tell('exemption reason'),
          granted_by: ids.user,
        }),
    },
  },
  ids: {
    '/eligibility/students': 'student',
    '/eligibility/rules': 'rule set',
    '/eligibility/exemptions': 'exemption',
    '/eligibility/lists': 'frozen list',
    with: 'frozen list',
  },
  prepared: {
    // At least what holds without the department's own.
    'POST /eligibility/rules': () => ({ body: { attendance: 90, logbook: 100 } }),
    'PUT /eligibility/rules/:id': () => ({ body: { attendance: 95 } }),
  },
  files: {
    eligibility_list_boards: {
      keep: async ({ at, keepFile }) => {
        const file = await keepFile()
        const list_id = await addFrozenList(at.db, { batch_id: 1, department_id: null })
        await at.db
          .insertInto('eligibility_list_boards')
          .values({ list_id, ...file })
          .execute()
        return file.storage_key
      },
      address: (row) => `/eligibility/lists/${row.list_id}/export/board`,
    },
  },
  filters: {
    '/eligibility': judged,
    '/eligibility/rules': { batch_id: FEW, department_id: FEW },
    '/eligibility/lists': {
      batch_id: 'eligibility_lists.batch_id',
      department_id: 'eligibility_lists.department_id',
    },
  },
}
