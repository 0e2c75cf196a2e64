import { useEffect, useState } from 'react'
import { confirm } from '../../core/confirm.ts'
import { useLogin } from '../../core/login.ts'
import { allBegun, forgetBegun, onBegunElsewhere } from '../../offline/begun.ts'
import { drop } from '../../offline/outbox.ts'
import { refusalText } from './refusals.ts'
import { responses, type SentResponse } from './responses.ts'

/** Asks, and gives up what this device keeps of a survey. */
export async function discardAnswers(survey: { id: number; title: string }): Promise<boolean> {
  const yes = await confirm({
    title: 'Discard answers?',
    subject: survey.title,
    message: 'Your answers are kept on this device only, and are lost.',
    confirmLabel: 'Discard',
    cancelLabel: 'Keep',
    danger: true,
  })
  if (!yes) return false
  await drop(responses.subjectOf(survey.id))
  forgetBegun(responses.subjectOf(survey.id))
  return true
}

/** What this device holds of a survey beside the server. */
export interface KeptAnswers {
  id: number
  title: string
  state: 'begun' | Exclude<SentResponse['state'], 'saved'>
  problem: string | null
}

const begunBy = (owner: number): KeptAnswers[] =>
  allBegun(owner, responses.subjectOf()).map(([id, { title }]) => ({
    id: Number(id),
    title,
    state: 'begun',
    problem: null,
  }))

/** All answers of the signed-in person that are nowhere but on this device. */
export function useKeptAnswers(): [readonly KeptAnswers[], reload: () => void] {
  const owner = useLogin()?.user.id
  const entries = responses.useEntries()
  const [begun, setBegun] = useState(() => (owner === undefined ? [] : begunBy(owner)))
  const reload = () => setBegun(owner === undefined ? [] : begunBy(owner))
  useEffect(
    () =>
      owner === undefined ? undefined : onBegunElsewhere(owner, responses.subjectOf(), () => setBegun(begunBy(owner))),
    [owner],
  )
  const unsent = entries.flatMap((entry): KeptAnswers[] => {
    const { state, title, problem } = entry
    if (state === 'saved') return []
    return [{ id: responses.idOf(entry), title, state, problem: state === 'waiting' ? problem : refusalText(entry) }]
  })
  return [[...unsent, ...begun.filter(({ id }) => !unsent.some((one) => one.id === id))], reload]
}
