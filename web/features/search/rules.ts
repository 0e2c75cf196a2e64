import type { Hit } from '../../../shared/contract/search.ts'

/** The hits under one heading each, in the order in which they came. */
export function grouped(hits: readonly Hit[]) {
  const kinds = Map.groupBy(hits, ({ kind }) => kind)
  return [...kinds].map(([kind, of]) => ({ kind, of }))
}

const literally = (q: string) => q.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** A text in pieces, every other one being what was looked for, in whatever case. */
export const pieces = (text: string, q: string): string[] =>
  q === '' ? [text] : text.split(new RegExp(`(${literally(q)})`, 'giu'))
