import type { Walks } from './walks.ts'

const found = Object.values(import.meta.glob<Walks>('../features/*/*.walks.ts', { eager: true, import: 'walks' }))

/** Joins a part of all features. */
export const walked = <P extends keyof Walks>(part: P): NonNullable<Walks[P]> =>
  Object.assign({}, ...found.map((walks) => walks[part] ?? {}))
