/** Says for each state if an action may be done: true, or the reason of the refusal. */
export type Policy<S extends string> = Readonly<Record<S, true | string>>

export const allows = <S extends string>(policy: Policy<S>, state: S): boolean => policy[state] === true

/** Refuses an action in a state that this code does not know: the page is older than its server. */
const NEWER = 'Reload the page to do this: it is older than the server.'

/** Returns the reason of a refusal, or undefined when the action may be done. */
export function refusalOf<S extends string>(policy: Policy<S>, state: S): string | undefined {
  const answer = policy[state] ?? NEWER
  return answer === true ? undefined : answer
}
