/** Whether an action may be done with a record in each of its states: true, or why not. */
export type Policy<S extends string> = Readonly<Record<S, true | string>>

export const allows = <S extends string>(policy: Policy<S>, state: S): boolean => policy[state] === true

/** The state of a record is one that this code does not know: the page is older than its server. */
const NEWER = 'Reload the page to do this: it is older than the server.'

/** Why the action may not be done; undefined where it may. */
export function refusalOf<S extends string>(policy: Policy<S>, state: S): string | undefined {
  const answer = policy[state] ?? NEWER
  return answer === true ? undefined : answer
}
