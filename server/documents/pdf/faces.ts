import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { lettersOf } from './bidi.ts'

export type Weight = 'regular' | 'bold'
/** The fonts of a text, each for letters that those before it lack. */
export type Face = 'plain' | 'arabic' | 'emoji' | 'han' | 'korean'

const find = createRequire(import.meta.url).resolve
const LATIN = '@expo-google-fonts/noto-sans'
const EMOJI = '@expo-google-fonts/noto-emoji'
const HAN = join(dirname(find('@embedpdf/fonts-sc')), '../fonts/NotoSansHans')
const KOREAN = join(dirname(find('@embedpdf/fonts-kr')), '../fonts/NotoSansKR')
/** Read once a thread; a document takes only the glyphs it uses. */
const present = {
  'regular-plain': readFileSync(find(`${LATIN}/400Regular/NotoSans_400Regular.ttf`)),
  'bold-plain': readFileSync(find(`${LATIN}/600SemiBold/NotoSans_600SemiBold.ttf`)),
  'regular-arabic': readFileSync(find('vazirmatn/fonts/ttf/Vazirmatn-Regular.ttf')),
  'bold-arabic': readFileSync(find('vazirmatn/fonts/ttf/Vazirmatn-SemiBold.ttf')),
}
/** Read when a text needs them, as few do: those for Chinese and Korean are large. */
const wanted = {
  'regular-emoji': find(`${EMOJI}/400Regular/NotoEmoji_400Regular.ttf`),
  'bold-emoji': find(`${EMOJI}/600SemiBold/NotoEmoji_600SemiBold.ttf`),
  'regular-han': `${HAN}-Regular.otf`,
  'bold-han': `${HAN}-Bold.otf`,
  'regular-korean': `${KOREAN}-Regular.otf`,
  'bold-korean': `${KOREAN}-Bold.otf`,
}
const FALLBACKS: readonly Face[] = ['emoji', 'han']

/** A stretch of letters that are set in one font. */
interface Run {
  text: string
  face: Face
}

const faces = new Map<string, Face>()
const PLAIN = /^[\x20-\x7e]*$/
/** Set in the font for Korean alone, which is read for no other letter. */
const HANGUL = /^\p{Script=Hangul}/u
const EMOJI_ONLY = /^\p{RGI_Emoji}$/v
/** Seen with the letter before it alone, and so set in its font. */
const JOINED = /^[\p{M}\u200c\u200d]/u

/** The fonts that may have a letter, in the order in which they are asked. */
function ordered(letter: string): readonly Face[] {
  if (HANGUL.test(letter)) return ['korean']
  return EMOJI_ONLY.test(letter) ? FALLBACKS : ['plain', ...FALLBACKS]
}

/** The fonts of one document. */
export class Faces {
  private readonly doc: PDFKit.PDFDocument

  constructor(doc: PDFKit.PDFDocument) {
    this.doc = doc
    for (const [name, font] of Object.entries({ ...present, ...wanted })) doc.registerFont(name, font)
  }

  private has(face: Face, letter: string): boolean {
    const { _font } = this.doc.font(`regular-${face}`) as unknown as {
      _font: { font: { hasGlyphForCodePoint(point: number): boolean } }
    }
    return _font.font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)
  }

  /** The font that has the letter; where none has, that of Latin letters shows that one is missing. */
  private faceOf(letter: string): Face {
    const known = faces.get(letter)
    if (known) return known
    const face = ordered(letter).find((one) => this.has(one, letter)) ?? 'plain'
    faces.set(letter, face)
    return face
  }

  /** A text without Arabic letters, in stretches that each have one font. */
  runsOf(text: string): Run[] {
    if (PLAIN.test(text)) return [{ text, face: 'plain' }]
    const runs: Run[] = []
    for (const letter of lettersOf(text)) {
      const last = runs.at(-1)
      const face = last && JOINED.test(letter) ? last.face : this.faceOf(letter)
      if (last?.face === face) last.text += letter
      else runs.push({ text: letter, face })
    }
    return runs
  }
}
