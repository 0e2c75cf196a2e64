/** A stretch of a line that is drawn at once, from left to right with the others. */
export interface Piece {
  text: string
  /** Set in the font for Arabic script. */
  isArabic: boolean
  /** Its place as the line is read. */
  order: number
}

const RIGHT_TO_LEFT = /[\p{Script_Extensions=Arabic}\p{Script_Extensions=Hebrew}]/u
const ARABIC = /[\p{Script_Extensions=Arabic}]/u
/** What steers direction and is never seen. */
const CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const MIRRORED: Record<string, string> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
}

/** `L` and `R` are letters, `N` digits, `-` what has no direction of its own. */
type Kind = 'L' | 'R' | 'N' | '-'

interface Letter {
  text: string
  kind: Kind
  level: number
}

function kindOf(letter: string, before: Kind): Kind {
  if (/\p{Nd}/u.test(letter)) return 'N'
  if (/[\p{M}\u200c\u200d]/u.test(letter)) return before
  if (/\p{L}/u.test(letter)) return RIGHT_TO_LEFT.test(letter) ? 'R' : 'L'
  return '-'
}

function lettersOf(line: string): Letter[] {
  let before: Kind = '-'
  const letters = Array.from(line, (text): Letter => {
    before = kindOf(text, before)
    return { text, kind: before, level: 0 }
  })
  // A sign between two digits is part of the number: 12/3, 08:30, 2026-03-06.
  for (const [index, letter] of letters.entries())
    if (/[,.:/+-]/.test(letter.text) && letters[index - 1]?.kind === 'N' && letters[index + 1]?.kind === 'N')
      letter.kind = 'N'
  return letters
}

/**
 * The Unicode bidirectional algorithm, as far as a table's cell needs it (no embeddings): an odd level runs from right
 * to left. A digit after a left-to-right letter belongs to it.
 */
function setLevels(letters: Letter[], base: 'L' | 'R'): void {
  const leftward = base === 'R' ? 2 : 0
  let strong: 'L' | 'R' = base
  const sides = letters.map(({ kind }) => {
    if (kind === 'L' || kind === 'R') strong = kind
    if (kind === 'N') return strong === 'L' ? 'L' : 'N'
    return kind
  })
  const directionOf = (side: Kind) => (side === 'L' ? 'L' : 'R')
  for (const [index, letter] of letters.entries()) {
    const side = sides[index]
    if (side === 'L') letter.level = leftward
    else if (side === 'R') letter.level = 1
    else if (side === 'N') letter.level = 2
    else {
      const before = directionOf(sides.slice(0, index).findLast((other) => other !== '-') ?? base)
      const after = directionOf(sides.slice(index).find((other) => other !== '-') ?? base)
      const direction = before === after ? before : base
      letter.level = direction === 'R' ? 1 : leftward
    }
  }
}

/** The letters in pieces that a font sets on its own: a word, or one sign of what would be set in the wrong order. */
type Leveled = Piece & { level: number; joins: boolean }

function piecesOf(letters: Letter[]): Leveled[] {
  const pieces: Leveled[] = []
  for (const { text, kind, level } of letters) {
    const isArabic = ARABIC.test(text) || (kind === 'R' && (pieces.at(-1)?.isArabic ?? false))
    // A font sets Arabic digits from right to left, and signs as if they stood in a Latin text.
    const joins = level === 1 ? kind === 'R' : !isArabic
    const last = pieces.at(-1)
    if (joins && last?.joins && last.level === level && last.isArabic === isArabic) last.text += text
    else {
      const drawn = level === 1 ? (MIRRORED[text] ?? text) : text
      pieces.push({ text: drawn, isArabic, order: pieces.length, level, joins })
    }
  }
  return pieces
}

/** A line as it is drawn, from left to right: words of a right-to-left script stand in the order they are read. */
export function visualPieces(text: string): Piece[] {
  const line = text.replace(CONTROLS, '')
  if (!RIGHT_TO_LEFT.test(line)) return line === '' ? [] : [{ text: line, isArabic: false, order: 0 }]
  const letters = lettersOf(line)
  const first = letters.find(({ kind }) => kind === 'L' || kind === 'R')?.kind
  setLevels(letters, first === 'L' ? 'L' : 'R')
  const pieces = piecesOf(letters)
  for (const level of [2, 1]) {
    for (let from = 0; from < pieces.length; from += 1) {
      let to = from
      while ((pieces[to]?.level ?? 0) >= level) to += 1
      if (to === from) continue
      pieces.splice(from, to - from, ...pieces.slice(from, to).reverse())
      from = to
    }
  }
  return pieces.map(({ text: drawn, isArabic, order }) => ({ text: drawn, isArabic, order }))
}

/** Whether a text is read from right to left: its first letter says. */
export function readsFromRight(text: string): boolean {
  const first = /\p{L}/u.exec(text)
  return first !== null && RIGHT_TO_LEFT.test(first[0])
}
