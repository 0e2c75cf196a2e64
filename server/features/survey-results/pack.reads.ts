import { sql } from 'kysely'
import type { Caller } from '../../core/caller.ts'
import { within } from '../../core/scope.ts'
import { patiently } from '../../db/patience.ts'
import type { Db } from '../../db/types.ts'
import type { PackOf } from '../../documents/packs/part.ts'
import { readSurveysByIds, type SurveyRecord } from '../surveys/reads.ts'
import { countStudentsOf } from './reads.ts'

interface Participation {
  survey: SurveyRecord
  asked: number
  responded: number
}

/**
 * Returns the surveys that asked students of a batch in the time, drafts apart, each with its counts as a whole: a
 * survey of the batch or of its groups, and those that ask a department or everybody.
 */
export async function readParticipation(db: Db, caller: Caller, { batch, from, to }: PackOf): Promise<Participation[]> {
  const { rows } = await sql<{ id: number }>`
    select id from feedback_surveys
    where status <> 'draft' and ${within(caller, { department: 'feedback_surveys.department_id' })}
      and coalesce(batch_id, (select groups.batch_id from groups where groups.id = feedback_surveys.group_id), ${batch.id})
        = ${batch.id}
      and coalesce(start_date, (created_at at time zone ${caller.zone})::date) <= ${to}
      and coalesce(end_date >= ${from}, (closed_at at time zone ${caller.zone})::date >= ${from}, true)
    order by id`.execute(db)
  const surveys = await readSurveysByIds(
    db,
    caller,
    rows.map(({ id }) => id),
  )
  const counts = await patiently(db, (reader) => countStudentsOf(reader, surveys))
  return surveys.map((survey) => {
    const { asked = 0, responded = 0 } = counts.get(survey.id) ?? {}
    return { survey, asked, responded }
  })
}
