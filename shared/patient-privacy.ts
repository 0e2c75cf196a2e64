import { folded } from './folding.ts'

/** Says why a text with these words was refused. */
export const patientText = (found: string) =>
  `must not identify a patient: “${found}” looks like a hospital number, a telephone number, a day of birth or an email`

/** Signs that people put between the digits of one number, and how they are read here. */
const DASHES = /[‐-―−_·•]/g

/** Each part excludes the next one's sign, so that no text makes it look twice. */
const EMAIL = /[^\s@]+@[^\s@.]+\.[^\s@]+/

const UNIT = String.raw`\s*(?:mg|mcg|ug|µg|ng|pg|g|gm|kg|ml|l|iu|units?|u|meq|mmol|cells|cumm|copies|beds|patients|per|x)\b`
/** Three digits or more, in whatever groups. */
const NUMBER = String.raw`[a-z]{0,3}[\s/-]?\d(?:[-/ ]?\d){2,}(?!\d|${UNIT})`

/** Numbers behind a word that says whose they are. */
const NAMED = [
  String.raw`\b(?:m[./]? ?r\.? ?n?\.?|mrno|cnic|nic|chart|token|slip|file|regn|registration)(?![a-z])[\s.:#=(\"'-]*(?:no|nr|number)?(?: is)?[\s.:#/=(\"'-]*${NUMBER}`,
  String.raw`\b(?:hosp|hospital|opd|ipd|er|admission|reg|id|case|pt|patient)(?![a-z])[\s.]*(?:(?:no|nr|number)(?![a-z])(?: is)?[\s.:#-]*|[:#]\s*)[a-z]?[\s/-]?\d{3,}(?![\d/]|${UNIT})`,
  String.raw`\b(?:hosp|hospital|opd|ipd|admission|reg|id|case)(?![a-z])[\s.:#-]*(?!(?:19|20)\d\d\b)\d{4,}(?!\d|${UNIT})`,
  String.raw`(?:ایم ?آر|کارڈ|فائل)\D{0,12}\d{3}|نمبر\D{0,4}\d{4}`,
].map((pattern) => new RegExp(pattern))

/** Figures of a laboratory have five digits too. */
const FIGURE = new RegExp(
  String.raw`(?:\b(?:wbc|tlc|rbc|plt|platelets?|count|cd4|ferritin|bnp|cpk|ck|ldh|alp|afp|psa|hcg|troponin|dimer|amylase|lipase|load)[\s:=of]*)\d{5,6}\b|\b\d{5,6}(?=${UNIT}|/)`,
  'g',
)

const MONTHS = [
  'jan feb mar apr may jun jul aug sep oct nov dec',
  'january february march april june july august september october november december',
  'جنوری فروری مارچ اپریل مئی جون جولائی اگست ستمبر اکتوبر نومبر دسمبر',
]
const MONTH = `(?:${folded(MONTHS.join(' ')).split(' ').join('|')})`
/** Days with their years. */
const DAY = new RegExp(
  [
    String.raw`\b\d{1,2}[-/.]\d{1,2}[-/.](\d{4})\b`,
    String.raw`\b(\d{4})[-/.]\d{1,2}[-/.]\d{1,2}\b`,
    String.raw`\b\d{2}[/.]\d{2}[/.](\d{2})\b`,
    String.raw`\b\d{1,2}(?:st|nd|rd|th)?[-,. ]*${MONTH}[-,. ]+(\d{4}|\d{2})\b`,
    String.raw`${MONTH} \d{1,2}(?:st|nd|rd|th)?[, ]+(\d{4})\b`,
  ].join('|'),
  'g',
)
const BIRTH = /(?:\bborn\b|\bd\.?o\.?b\b|\bbirth|پیدائش)\D{0,15}$/

/** Digits in groups, as telephone numbers and numbers of identity cards have them. */
const GROUPED = /\+?\(?\d+(?:\)?[-/. (]{1,2}\d+)*/g

/** Returns true for a day of last year, of this or of the next; earlier ones may be somebody's birth. */
function isRecent(year: string): boolean {
  const now = new Date().getFullYear()
  return Math.abs((year.length === 2 ? 2000 : 0) + Number(year) - now) <= 1
}

/** The fewest digits, each alone, that are somebody's number, if one of them is above four: scores of items are lower. */
const SPELLED = 10

const isSpelled = (groups: readonly string[]) =>
  groups.length >= SPELLED && groups.every(({ length }) => length === 1) && groups.some((group) => group > '4')

const isTime = (group: string) => /^(?:[01]\d|2[0-4])[0-5]\d$/.test(group)
const isYear = (group: string) => /^(?:19|20)\d\d$/.test(group)
const isRound = (group: string) => /[05]0$/.test(group)
const isHarmless = (group: string) => group.length < 4 || isRound(group) || isTime(group) || isYear(group)

/** Returns true for groups of digits that make a telephone number, or one of an identity card or a file. */
function isNumberOfSomebody(text: string): boolean {
  const groups = text.match(/\d+/g) ?? []
  const [first = ''] = groups
  const { length } = groups.join('')
  const isDialled = text.startsWith('+') || (first.startsWith('0') && first.length >= 3)
  if (isDialled && length >= 9 && groups.some((group) => group.length !== 4)) return true
  if (/^\(?3\d\d\)?[-. ]+\d{3}[-. ]+\d{4}$/.test(text)) return true
  return isSpelled(groups) || (length >= 8 && groups.some((group) => !isHarmless(group)))
}

/** Returns a day that may be somebody's birth. */
function birthdayIn(plain: string): string | undefined {
  const day = [...plain.matchAll(DAY)].find((found) => {
    const year = found.slice(1).find(Boolean) ?? ''
    return !isRecent(year) || BIRTH.test(plain.slice(0, found.index))
  })
  return day?.[0]
}

/**
 * Returns the words of a text that look like an identifier of a patient, as they are folded: an email, a day of birth, a
 * telephone number, a number behind a word such as MR or CNIC, or one of five digits and more that is no figure of the
 * laboratory.
 */
export function patientIn(text: string): string | undefined {
  const plain = folded(text).replace(DASHES, '-')
  const [named] = [EMAIL, ...NAMED].flatMap((pattern) => plain.match(pattern)?.[0] ?? [])
  if (named !== undefined) return named.trim()
  const birthday = birthdayIn(plain)
  if (birthday !== undefined) return birthday
  const rest = plain.replace(DAY, ' . ').replace(FIGURE, ' . ')
  const longest = rest.match(/\d{5,}/g) ?? []
  return (
    (rest.match(GROUPED) ?? []).find(isNumberOfSomebody) ??
    longest.find((digits) => digits.length > 6 || !isRound(digits))
  )
}

/** Says why a text with this name was refused. */
export const nameText = (found: string) => `must not identify a patient: “${found}” looks like a name`

const NAME = String.raw`\p{Lu}\p{Ll}+`
const SOMEBODY = '(?:[Pp]atient|[Pp]t|[Mm]an|[Ww]oman|[Ll]ady|[Bb]oy|[Gg]irl|[Cc]hild|[Bb]aby|[Hh]is|[Hh]er)'

/**
 * Names behind words that announce one. Case tells them from what is written like them: MR is a valve, ms is a time. So
 * none is found where everything is written small.
 */
const NAMES = [
  String.raw`\b(?:(?:Mr|Ms)\.?|Miss) ${NAME}`,
  // Neither is anything else, so that the name may be written small.
  String.raw`\b(?:Mrs|Mst)\.? \p{L}{3,}`,
  `${NAME} (?:[SsDdWw]/[Oo]|son of|daughter of|wife of) ${NAME}`,
  String.raw`\b[Bb](?:/[Oo]|aby of) ${NAME}`,
  String.raw`\b${SOMEBODY}(?:['’]s)? (?:named|called|name(?: is| was)?) ?[:=]? ?${NAME}`,
  `^Name ?[:=] ?${NAME}`,
  String.raw`\b(?:[Ss]on|[Dd]aughter|[Ww]ife) of ${NAME}`,
  String.raw`\b[Jj]anab ${NAME}`,
  String.raw`(?:\b(?:Dr|Prof)\.? )?${NAME} (?:Bibi|Begum)\b`,
].map((pattern) => new RegExp(pattern, 'gmu'))

const START = String.raw`(?<![\p{L}\p{N}/'’-])`
/** Urdu for "of", "to" and the like, which follow a word that is no part of a name. */
const OF = folded('کا|کی|کے|کو|سے|نے|خانہ|وارڈ')
/** Names that are no other word, so that one of them behind a patient is enough, also written small. */
const COMMON =
  'm[uo]hammad|ahm[ae]d|ali|khan|huss?ain|hassan|malik|shah|akhtar|iqbal|fatima|a[yi]esha|zainab|bashir|rashid|aslam|imran|abdul|syeda?|bibi|begum'
const PATIENT_NAMED = new RegExp(
  `${START}(?:patient|pt\\.?)(?: ?[:=] ?| )(?:(?!(?:of|with|by|for|to|under|from|at|in|dr|prof)(?!\\p{L}))\\p{L}+ )?(?:${COMMON})(?!\\p{L})`,
  'u',
)
/** Two names with the Urdu for a son or a daughter between them. */
const CHILD = new RegExp(`${START}\\p{L}{2,} (?:${folded('ولد|بنت')}) (?!(?:${OF})(?!\\p{L}))\\p{L}{2,}`, 'u')

/** Returns the words of a text that seem to name a patient, as written or as folded; doctors may be named. */
export function patientNameIn(text: string): string | undefined {
  const plain = text.replace(/\s+/g, (space) => (space.includes('\n') ? '\n' : ' '))
  const named = NAMES.flatMap((pattern) => plain.match(pattern) ?? []).find((found) => !/^(?:Dr|Prof)\b/.test(found))
  if (named !== undefined) return named
  const small = folded(text)
  return (small.match(PATIENT_NAMED) ?? small.match(CHILD))?.[0]
}

/** Words that name a room or an office, or lead to one: "MS Office" is that of the Medical Superintendent. */
const ROOM = `(?:${[
  'affairs|area|attendants?|bay|bed|block|building|care|clinic|complex|corridor|counter|department|dept|desk|education',
  'emergency|examination|experience|facilitation|floor|gallery|hall|home|hospital|hostel|house|imaging|information|lab',
  'laboratory|library|lift|lobby|lounge|office|opd|ipd|icu|operation|ot|reception|records?|registration|relations|room',
  'safety|scan|scanner|section|services?|side|suite|support|theatre|therapy|transport|triage|unit|waiting|ward|welfare',
  'wing|and|at|for|from|in|no|of|on|or|to|under|with|without',
].join('|')})s?(?!\\p{L})`
const SOME_WORD = String.raw`(?!${ROOM})\p{L}{2,}`

/** Urdu for a patient, a son, a daughter and a wife, each unless what follows only says "of" or "to". */
const KIN = folded('مریض|مریضہ|ولد|بنت|زوجہ')

/** Words that announce a person in a place, as they are folded. A place is no prose, so that case need not tell. */
const PERSONS = [
  String.raw`${START}(?:mr|mrs|miss|ms|mst|mister)(?:\. ?| )${SOME_WORD}`,
  `${START}[sdwb] ?/ ?o[. ]+${SOME_WORD}`,
  `${START}(?:son|daughter|wife|widow|baby) of ${SOME_WORD}`,
  String.raw`${START}janab\.? ${SOME_WORD}`,
  // A town has the word in its name.
  String.raw`${START}(?:(?:dr|doctor|prof|professor)\.? (?:\p{L}+ )?)?(?!nankana )\p{L}{2,} (?:sahiba?|bibi|begum)(?!\p{L})`,
  String.raw`${START}(?:${KIN}) *[:،,]? (?!(?:${OF})(?!\p{L}))\p{L}+`,
].map((pattern) => new RegExp(pattern, 'gu'))

/** The name is told from other words by its capital. Three capitals, as in OPD, are no name. */
const PATIENT = new RegExp(
  String.raw`${START}(?:[Pp]atient|PATIENT|[Pp]t\.?) ?[ :=] ?(\p{Lu}(?:\p{Ll}+|\p{Lu}{3,})(?!\p{L}))`,
  'gu',
)
const IS_ROOM = new RegExp(`^${ROOM}`, 'iu')

/** Returns the words of a place that seem to name a patient; doctors may be named, and places that are called like people. */
export function patientNameInPlace(place: string): string | undefined {
  const plain = folded(place)
  const person = PERSONS.flatMap((pattern) => plain.match(pattern) ?? []).find(
    (found) => !/^(?:dr|doctor|prof|professor)\b/.test(found),
  )
  const patient = [...place.replace(/\s+/g, ' ').matchAll(PATIENT)].find(([, name = '']) => !IS_ROOM.test(name))
  return patientNameIn(place) ?? person ?? patient?.[0]
}
