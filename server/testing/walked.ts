import type { KindIds, Place, Walks } from './walks.ts'

const found = import.meta.glob<Walks>('../features/*/*.walks.ts', { eager: true, import: 'walks' })
/** Feature → its part. */
export const WALKS: Readonly<Record<string, Walks>> = Object.fromEntries(
  Object.entries(found).map(([file, walks]) => [file.split('/').at(-2) ?? '', walks]),
)

type Value<T> = NonNullable<T[keyof T]>
type Parts = { [P in Exclude<keyof Walks, 'goOn' | 'found'>]-?: Value<NonNullable<Walks[P]>> }

/** Joins a part of all features. */
export const walked = <P extends keyof Parts>(part: P): Record<string, Parts[P]> =>
  Object.assign({}, ...Object.values(WALKS).map((walks) => walks[part] ?? {}))

const notMade = (kind: string) => {
  const isNamed = ({ kinds = {}, ids = {} }: Walks) => kind in kinds || Object.values(ids).includes(kind)
  const feature = Object.keys(WALKS).find((name) => isNamed(WALKS[name] ?? {}))
  return new Error(`${feature}: nothing makes one ${kind} for the walk of foreign ids; say how in ${feature}.walks.ts`)
}

/** @throws when no feature makes one of this kind */
export function makerOf(kind: string): (place: Place) => Promise<number> {
  const make = walked('kinds')[kind]?.make
  if (!make) throw notMade(kind)
  return make
}

/** @throws when no feature makes one of this kind */
export function idIn(ids: KindIds, kind: string): number {
  const id = ids[kind]
  if (id === undefined) throw notMade(kind)
  return id
}
