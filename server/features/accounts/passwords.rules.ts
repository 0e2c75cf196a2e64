import { invalid } from '../../core/errors.ts'

/** Whose password it is to be. */
export interface Owner {
  name: string
  email: string
}

/** What is left of a password without the digits and signs that people put behind a word. */
const baseOf = (password: string) => password.toLowerCase().replace(/[^\p{L}]+$/u, '')

/** So many of the list, which begins with the most frequent, are guessed with any digits and signs behind them. */
const MOST_FREQUENT = 2000

interface Common {
  all: ReadonlySet<string>
  mostFrequent: ReadonlySet<string>
}

/** Passwords that many people have, in small letters. They take some megabytes: who sets none does not load them. */
let common: Promise<Common> | undefined
async function readCommon(): Promise<Common> {
  const list = (await import('@zxcvbn-ts/language-common')).dictionary['passwords-common'] as string[]
  return { all: new Set(list), mostFrequent: new Set(list.slice(0, MOST_FREQUENT)) }
}

const isCommon = async (password: string): Promise<boolean> => {
  common ??= readCommon()
  const { all, mostFrequent } = await common
  return all.has(password.toLowerCase()) || mostFrequent.has(baseOf(password))
}

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? []

/** Shorter parts of a name are in too many other words. */
const MIN_LETTERS = 3

/** Every row of words that stand beside each other: of "Ayesha Noor Khan" also "noorkhan". */
const runsOf = (words: readonly string[]) =>
  words.flatMap((_, from) => words.slice(from).map((_, length) => words.slice(from, from + length + 1).join('')))

function isOwn(password: string, { name, email }: Owner): boolean {
  const local = email.slice(0, email.lastIndexOf('@'))
  const own = [lettersOf(email), lettersOf(local), ...runsOf(wordsOf(name)), ...runsOf(wordsOf(local))]
  return own.filter((one) => one.length >= MIN_LETTERS).includes(lettersOf(baseOf(password)))
}

/** Why somebody who guesses would find this password early; nothing where no such reason is known. */
export async function whyGuessable(password: string, owner: Owner): Promise<string | undefined> {
  if (isOwn(password, owner)) return 'is made of the name or email of the account'
  return (await isCommon(password)) ? 'is one that many people use' : undefined
}

/** @throws 422 on `password` for one that is guessed early: what everybody tries, or the owner’s own name */
export async function refuseGuessable(password: string, owner: Owner): Promise<void> {
  const why = await whyGuessable(password, owner)
  if (why) throw invalid({ password: [`This password ${why}. Please choose another one.`] })
}
