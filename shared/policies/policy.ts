/** Whether an action may be done with a record in each of its states: true, or why not. */
export type Policy<S extends string> = Readonly<Record<S, true | string>>

export const allows = <S extends string>(policy: Policy<S>, state: S): boolean => policy[state] === true

/** Why the action may not be done; undefined where it may. */
export function refusalOf<S extends string>(policy: Policy<S>, state: S): string | undefined {
  const answer = policy[state]
  return answer === true ? undefined : answer
}
