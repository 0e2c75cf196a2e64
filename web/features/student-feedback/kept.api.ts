import type { OnDevice } from '../../offline/kinds.ts'
import { refusalText } from './refusals.ts'
import { responses } from './responses.ts'

/** Asks, and gives up what this device keeps of a survey. */
export const discardAnswers = ({ id, title }: { id: number; title: string }): Promise<boolean> =>
  responses.discard(id, {
    title: 'Discard answers?',
    subject: title,
    message: 'Your answers are kept on this device only, and are lost.',
  })

/** Answers that are nowhere but on this device. */
export type KeptAnswers = OnDevice & { state: Exclude<OnDevice['state'], 'saved'> }

/** Returns all answers of the signed-in person that are nowhere but on this device, and what reads them again. */
export function useKeptAnswers(): [readonly KeptAnswers[], reload: () => void] {
  const entries = responses.useEntries()
  const [begun, reload] = responses.useAllBegun()
  const unsent = entries.flatMap((entry): KeptAnswers[] => {
    const { state, problem } = entry
    return state === 'saved' ? [] : [{ ...entry, state, problem: state === 'waiting' ? problem : refusalText(entry) }]
  })
  return [[...unsent, ...begun.filter(({ id }) => !unsent.some((one) => one.id === id))], reload]
}
