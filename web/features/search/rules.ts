import { HIT_KINDS, type Hit } from '../../../shared/contract/search.ts'
import { folded } from '../../../shared/folding.ts'
import { wordOf } from '../../../shared/labels.ts'
import type { Deed } from '../dashboard/api.ts'

/** A row of the list: a record that the server found, or a screen or deed that has the typed words in its name. */
export interface FoundRow extends Pick<Hit, 'title' | 'detail' | 'to'> {
  key: string
  heading: string
}

export const rowsOf = (hits: readonly Hit[]): FoundRow[] =>
  hits.map(({ kind, id, ...hit }) => ({ ...hit, key: `${kind} ${id}`, heading: wordOf(HIT_KINDS, kind) }))

const wordsOf = (text: string) => folded(text).split(/[^\p{L}\p{N}]+/u)

/** Few enough for the records below to be seen. */
const DEEDS_MOST = 4

/** Returns the screens and deeds in whose names words begin with all that was typed: "take reg" takes a register. */
export function deedsBy(q: string, deeds: readonly Deed[]): FoundRow[] {
  const typed = wordsOf(q).filter(Boolean)
  return deeds
    .filter(({ title, also }) => {
      const words = wordsOf(`${title} ${also}`)
      return typed.length > 0 && typed.every((begin) => words.some((word) => word.startsWith(begin)))
    })
    .slice(0, DEEDS_MOST)
    .map(({ title, to }) => ({ title, detail: '', to, key: `${to} ${title}`, heading: 'Go to' }))
}

/** Groups rows under headings, in the order in which they came. */
export function grouped(rows: readonly FoundRow[]) {
  return [...Map.groupBy(rows, ({ heading }) => heading)].map(([heading, of]) => ({ heading, of }))
}

const literally = (q: string) => q.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Splits a text by the search, in any case; every second piece is a match. */
export const pieces = (text: string, q: string): string[] =>
  q === '' ? [text] : text.split(new RegExp(`(${literally(q)})`, 'giu'))
