import type { OnDevice } from '../../offline/kinds.ts'
import { responses } from './responses.ts'
import { refusalText } from './settling.ts'

/** Asks, then discards the device's answers to a survey. */
export const discardAnswers = ({ id, title }: { id: number; title: string }): Promise<boolean> =>
  responses.discard(id, {
    title: 'Discard answers?',
    subject: title,
    message: 'Your answers are kept on this device only, and are lost.',
  })

/** Answers that only this device has. */
export type KeptAnswers = OnDevice & { state: Exclude<OnDevice['state'], 'saved'> }

/** Returns the person's answers that only this device has, and a function that reads them again. */
export function useKeptAnswers(): [readonly KeptAnswers[], reload: () => void] {
  const entries = responses.useEntries()
  const [begun, reload] = responses.useAllBegun()
  const unsent = entries.flatMap((entry): KeptAnswers[] => {
    const { state, problem } = entry
    return state === 'saved' ? [] : [{ ...entry, state, problem: state === 'waiting' ? problem : refusalText(entry) }]
  })
  return [[...unsent, ...begun.filter(({ id }) => !unsent.some((one) => one.id === id))], reload]
}
