import { invalid } from '../../core/errors.ts'

/** @throws 422 unless these are exactly the questions that there are, each once */
export function refuseIncomplete(there: readonly number[], given: readonly number[]): void {
  const named = new Set(given)
  if (named.size !== given.length) throw invalid({ question_ids: ['Each question can be there only once'] })
  if (named.size !== there.length || !there.every((id) => named.has(id)))
    throw invalid({ question_ids: ['These are not all the questions of this survey. Reload and try again.'] })
}
