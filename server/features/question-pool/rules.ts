import type { PoolQuestion } from '../../../shared/contract/feedback/question-pools.ts'
import type { Caller } from '../../core/caller.ts'
import { forbidden } from '../../core/errors.ts'

/** True when the caller has added the question of the pool, or oversees them all. */
export const mayEdit = (caller: Caller, { created_by }: Pick<PoolQuestion, 'created_by'>) =>
  created_by === caller.id || caller.may('feedback-pool:oversee')

/** @throws 403 for somebody else's */
export function refuseOthers(caller: Caller, question: PoolQuestion): void {
  if (!mayEdit(caller, question))
    throw forbidden(`Only ${question.creator.name}, an administrator or the principal can change this question.`)
}
