import { conflict, invalid } from '../../core/errors.ts'

/** @throws 409 unless these are exactly the questions that there are, 422 where one is named twice */
export function refuseIncomplete(there: readonly number[], given: readonly number[]): void {
  const named = new Set(given)
  if (named.size !== given.length) throw invalid({ question_ids: ['Each question can be there only once'] })
  if (named.size !== there.length || !there.every((id) => named.has(id)))
    throw conflict('The questions of this survey were changed meanwhile. Please order them again.')
}
