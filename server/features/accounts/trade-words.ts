import { folded } from '../../../shared/folding.ts'

/** The words, folded, that a guesser tries first for the passwords of a medical college. */
const TRADE = folded(`
  hospital hospitals clinic clinics clinical elog log logbook medical medicine medic medics medico health healthcare care
  doctor doctors dr nurse nurses nursing surgery surgeon surgical physician consultant registrar houseofficer intern
  patient patients ward wards opd icu emergency theatre rotation rounds duty
  student students college colleges university school institute campus class batch group staff teacher faculty professor
  principal dean hod head department clerk admin administrator office exam exams attendance library report reports
  mbbs bds anatomy physiology biochemistry pathology pharmacology forensic community paediatrics pediatrics gynaecology
  gynecology gynae obstetrics psychiatry ophthalmology radiology cardiology neurology orthopaedics orthopedics dermatology
  urology oncology anaesthesia anesthesia ent pharmacy dental dentist dentists dentistry stethoscope scalpel syringe
  bandage ambulance diagnosis medication prescription injection laboratory lab blood therapy midwife paramedic residency
  resident internship trainee tutor lecturer lecture lectures semester term syllabus curriculum module viva osce
  examination examinations assessment assessments assignment assignments task tasks quiz results marks survey feedback
  ہسپتال ڈاکٹر کالج طالب طالبہ میڈیکل کلینک نرس مریض وارڈ`)
  .trim()
  .split(' ')

/** The words that people put between these. */
const BETWEEN = ['of', 'the', 'and', 'my', 'our', 'for', 'at', 'in']

/** A password of more of these words is as good as many another phrase. The college's name counts as one word. */
const MOST_WORDS = 3
const MIN_LETTERS = 3

/** Returns every run of neighbouring words as one: "ayesha noor khan" also gives "noorkhan". */
export const runsOf = (words: readonly string[]) =>
  words.flatMap((_, from) => words.slice(from).map((_, length) => words.slice(from, from + length + 1).join('')))

/** Returns the words of a college's name, the runs of neighbouring ones, and its initials. */
function wordsOfCollege(name: string): string[] {
  const words = folded(name).match(/\p{L}+/gu) ?? []
  const initials = [words, words.filter((word) => !BETWEEN.includes(word))].map((each) =>
    each.map((word) => word.slice(0, 1)).join(''),
  )
  return [...runsOf(words), ...initials].filter((word) => word.length >= MIN_LETTERS)
}

/** The digits and signs that people write for letters. 1 and ! stand for either i or l. */
const FOR_LETTERS: Record<string, string> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' }
const asLetters = (text: string, one: string) =>
  text.replace(/[013457@$!]/g, (sign) => FOR_LETTERS[sign] ?? one).replace(/[^\p{L}]/gu, '')

/**
 * Returns the texts that a password may have been made of. Any number of the digits and signs before and behind is cut
 * off. Those that remain are read as letters, or left out.
 */
export function coresOf(password: string): Set<string> {
  const text = folded(password)
  const [before = ''] = /^[^\p{L}]*/u.exec(text) ?? []
  const [behind = ''] = /[^\p{L}]*$/u.exec(text) ?? []
  const cores = new Set<string>()
  for (let from = 0; from <= before.length; from += 1)
    for (let to = text.length - behind.length; to <= text.length; to += 1) {
      const core = text.slice(from, to)
      for (const one of [asLetters(core, 'i'), asLetters(core, 'l'), core.replace(/[^\p{L}]/gu, '')]) cores.add(one)
    }
  return cores
}

/** Tells whether a text is at most `left` of these words and nothing else. Words between them do not count. */
function isMadeOf(text: string, words: readonly string[], left: number): boolean {
  if (text === '') return true
  if (BETWEEN.some((word) => text.startsWith(word) && isMadeOf(text.slice(word.length), words, left))) return true
  return left > 0 && words.some((word) => text.startsWith(word) && isMadeOf(text.slice(word.length), words, left - 1))
}

/** Tells whether a password of these cores is only made of words of medicine or of the college's name. */
export function isOfTrade(cores: ReadonlySet<string>, college: string): boolean {
  const words = [...TRADE, ...wordsOfCollege(college)]
  return [...cores].some((core) => core !== '' && isMadeOf(core, words, MOST_WORDS))
}
