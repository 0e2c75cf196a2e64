import { personalData } from '../../../shared/contract/personal-data.ts'
import { callerOf } from '../../core/caller.ts'
import { dayIn } from '../../core/clock.ts'
import { forbidden, found } from '../../core/errors.ts'
import { recordExport } from '../../core/exports.ts'
import { findPerson } from '../../core/login.ts'
import { routes } from '../../http/routes.ts'
import { readPersonalData } from './reads.ts'

/** The note in every such file. */
const NOTE =
  'What is kept of this person, as the person may see it. Cases that a member of staff has filed are named by number, state and day alone: they tell of others. Files can be downloaded where they were handed in. Answers to anonymous surveys cannot be found.'

export const personalDataRoutes = routes(personalData, {
  export: async (call) => {
    const { db, caller, params, services, reply } = call
    if (params.id !== caller.id && !caller.may('users:read')) throw forbidden()
    const person = found('User', await findPerson(db, params.id))
    const { COLLEGE_NAME, COLLEGE_TIMEZONE, CASE_RESPONSE_DAYS } = services.settings
    const { data, rows } = await readPersonalData(db, callerOf(person, COLLEGE_TIMEZONE), CASE_RESPONSE_DAYS)
    await recordExport(call, { what: 'personal data', format: 'json', rows, filters: {}, id: person.id })
    const about = { college: COLLEGE_NAME, made_at: new Date().toISOString(), note: NOTE }
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="personal-data-${dayIn(COLLEGE_TIMEZONE)}.json"`)
      .header('cache-control', 'private, no-store')
      .send(JSON.stringify({ about, ...data }, null, 2))
  },
})
