import type { Hit } from '../../../shared/contract/search.ts'

/** Groups hits under headings, in the order in which they came. */
export function grouped(hits: readonly Hit[]) {
  const kinds = Map.groupBy(hits, ({ kind }) => kind)
  return [...kinds].map(([kind, of]) => ({ kind, of }))
}

const literally = (q: string) => q.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Splits a text by the search, in any case; every second piece is a match. */
export const pieces = (text: string, q: string): string[] =>
  q === '' ? [text] : text.split(new RegExp(`(${literally(q)})`, 'giu'))
