import bidiFactory, { type Bidi } from 'bidi-js'

/** A stretch of a line that is drawn at once, from left to right with the others. */
export interface Piece {
  text: string
  /** Set in the font for Arabic script. */
  isArabic: boolean
  /** Its place as the line is read. */
  order: number
}

// The types tell of an ES module, Node takes the one of CommonJS: its default is the factory itself.
const bidi = (bidiFactory as unknown as () => Bidi)()

const ARABIC = /\p{Script_Extensions=Arabic}/u
/** The scripts that are read from right to left begin behind the Armenian one. */
const BEYOND_ARMENIAN = /[\u0590-\u{10ffff}]/u
/** Characters that steer direction and are never seen. */
const CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const PART_OF_WORD = /[\p{L}\p{M}\u200c\u200d]/u
/** Unicode turns 2026-03-06 round in an Arabic line, 12/3 and 08:30 it does not: here they are all alike. */
const SIGN_IN_NUMBER = /(?<=\p{Nd})[+-](?=\p{Nd})/gu

const MAYBE_EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u

/** The letters of a text; an emoji of several code points is one. */
export const lettersOf = (text: string): string[] =>
  MAYBE_EMOJI.test(text) ? (text.match(/\p{RGI_Emoji}|./gsv) ?? []) : Array.from(text)

/** True when a text is read from right to left: its first letter says. */
export function readsFromRight(text: string): boolean {
  const first = /\p{L}/u.exec(text)
  return first !== null && ['R', 'AL'].includes(bidi.getBidiCharTypeName(first[0]))
}

/** A piece while the letters of its line are gathered. */
interface OpenPiece extends Piece {
  level: number
  /** More letters may come to it, as those of a word. */
  joins: boolean
}

function pieceOf(letter: string, level: number, order: number, last: OpenPiece | undefined): OpenPiece {
  const isTurned = level % 2 === 1
  const isPartOfWord = PART_OF_WORD.test(letter)
  const isArabic = ARABIC.test(letter) || (isTurned && isPartOfWord && (last?.isArabic ?? false))
  const joins = isTurned ? isPartOfWord : !isArabic
  // No letter of a word has a mirror image.
  const text = isTurned && !isPartOfWord ? (bidi.getMirroredCharacter(letter) ?? letter) : letter
  return { text, isArabic, order, level, joins }
}

const isOneWord = (one: OpenPiece, next: OpenPiece) =>
  one.joins && next.joins && one.level === next.level && one.isArabic === next.isArabic

/** A line as it is drawn, from left to right: words of a right-to-left script stand in the order they are read. */
export function visualPieces(text: string, isFromRight = readsFromRight(text)): Piece[] {
  const line = text.replace(CONTROLS, '')
  if (!BEYOND_ARMENIAN.test(line)) return line === '' ? [] : [{ text: line, isArabic: false, order: 0 }]
  const embedding = bidi.getEmbeddingLevels(line.replace(SIGN_IN_NUMBER, '.'), isFromRight ? 'rtl' : 'ltr')
  /** The piece of each letter. A font sets a word at once; signs and Arabic digits it would set in the wrong order. */
  const pieces: OpenPiece[] = []
  for (const letter of lettersOf(line)) {
    const last = pieces.at(-1)
    let piece = pieceOf(letter, embedding.levels[pieces.length] ?? 0, pieces.length, last)
    if (last && isOneWord(last, piece)) {
      last.text += letter
      piece = last
    }
    // A place for each code unit, as the library counts.
    for (let unit = 0; unit < letter.length; unit += 1) pieces.push(piece)
  }
  return [...new Set(bidi.getReorderedIndices(line, embedding).flatMap((index) => pieces[index] ?? []))]
}
