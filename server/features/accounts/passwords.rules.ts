import { folded } from '../../../shared/folding.ts'
import { invalid } from '../../core/errors.ts'
import type { Services } from '../../http/services.ts'
import { coresOf, isOfTrade, runsOf } from './trade-words.ts'

/** The person whose password it is to be. */
export interface Owner {
  name: string
  email: string | null
  /** The number of a person without an email. */
  signInName?: string
}

/** Returns a password without the digits and signs that people put behind a word. */
const baseOf = (password: string) => password.toLowerCase().replace(/[^\p{L}]+$/u, '')

/**
 * Passwords of the list, which begins with the most frequent, that are guessed with any digits and signs behind them.
 */
const MOST_FREQUENT = 2000

interface Common {
  all: ReadonlySet<string>
  mostFrequent: ReadonlySet<string>
}

/** Passwords that many people have, in small letters. They take some megabytes, loaded only when somebody sets one. */
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

function isOwn(password: string, { name, email, signInName }: Owner, cores: ReadonlySet<string>): boolean {
  const local = email?.slice(0, email.lastIndexOf('@')) ?? ''
  const own = [lettersOf(email ?? ''), lettersOf(local), ...runsOf(wordsOf(name)), ...runsOf(wordsOf(local))]
  const number = lettersOf((email === null && signInName) || '')
  // Its letters are everybody's, so that a number counts as a whole.
  if (number.length >= MIN_LETTERS && lettersOf(password).includes(number)) return true
  return own
    .filter((one) => one.length >= MIN_LETTERS)
    .some((one) => one === lettersOf(baseOf(password)) || cores.has(folded(one)))
}

/**
 * Why somebody who guesses would find this password early; nothing where no such reason is known. Without the name of a
 * college it is the demo's, whose passwords are public: there common words are taken.
 */
export async function whyGuessable(password: string, owner: Owner, college?: string): Promise<string | undefined> {
  const cores = college === undefined ? new Set<string>() : coresOf(password)
  if (isOwn(password, owner, cores))
    return owner.email === null
      ? 'is made of the name or number of the account'
      : 'is made of the name or email of the account'
  if (college === undefined) return undefined
  if (await isCommon(password)) return 'is one that many people use'
  return isOfTrade(cores, college) ? 'is made of words of medicine or of the college’s name' : undefined
}

/** @throws 422 on `password` for one that is guessed early: what everybody tries, the owner’s own name, or the college’s */
export async function refuseGuessable(
  password: string,
  owner: Owner,
  { settings, isDemo }: Pick<Services, 'settings' | 'isDemo'>,
): Promise<void> {
  const why = await whyGuessable(password, owner, isDemo ? undefined : settings.COLLEGE_NAME)
  if (why) throw invalid({ password: [`This password ${why}. Please choose another one.`] })
}
