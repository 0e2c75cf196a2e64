import type { Answer } from '../../shared/feedback/question-types.ts'
import type { Rules } from '../../shared/feedback/rules.ts'
import type { QUESTION_TYPES } from '../../shared/labels.ts'
import { RATING_MAX } from '../../shared/limits.ts'
import type { AcademicName } from './college.ts'
import { addDays } from './days.ts'
import type { Random } from './random.ts'
import type { Student } from './students.ts'

type Type = (typeof QUESTION_TYPES)[number]

/** The student who answers, and the day. */
export interface Answering {
  random: Random
  student: Student
  day: string
  /** The students' mood, from -1 (discontent) to 1 (content). */
  mood: number
}

export interface Question {
  title: string
  text: string
  type: Type
  options: string[]
  isRequired: boolean
  help: string | null
  rules: Rules | null
  /** The share of those who need not answer it and do. */
  share: number
  answer: (by: Answering) => Answer
}

type More = Partial<Pick<Question, 'isRequired' | 'help' | 'rules' | 'share'>>

const question = (
  type: Type,
  [title, text]: Wording,
  answer: Question['answer'],
  { options = [], ...more }: More & { options?: string[] } = {},
): Question => ({
  title,
  text,
  type,
  options,
  isRequired: false,
  help: null,
  rules: null,
  share: 0.96,
  answer,
  ...more,
})

type Wording = [title: string, text: string]

function drawn(weights: readonly number[], { random, mood }: Pick<Answering, 'random' | 'mood'>): number {
  const tilted = weights.map((weight, at) => weight * (1 + mood / 2) ** at)
  let left = random.next() * tilted.reduce((sum, weight) => sum + weight, 0)
  const found = tilted.findIndex((weight) => {
    left -= weight
    return left < 0
  })
  return found < 0 ? weights.length - 1 : found
}

/** From 1 on, by these weights; the more content, the higher. */
export const rating = (asked: Wording, weights: number[], more?: More) =>
  question('rating', asked, (by) => Math.min(RATING_MAX, drawn(weights, by) + 1), more)

/** A question with one answer from the options, by their weights. */
export const oneOf = (
  type: 'select' | 'single_choice' | 'radio',
  asked: Wording,
  weights: Record<string, number>,
  more?: More,
) => {
  const options = Object.keys(weights)
  const answer = ({ random }: Answering) => options[drawn(Object.values(weights), { random, mood: 0 })] as string
  return question(type, asked, answer, { ...more, options })
}

/** A question with several answers, each option by its own probability, and at least one. */
export const someOf = (
  type: 'multiple_choice' | 'checkbox',
  asked: Wording,
  chances: Record<string, number>,
  more?: More,
) => {
  const options = Object.keys(chances)
  const answer = ({ random }: Answering) => {
    const sure = random.pick(options)
    return options.filter((option) => option === sure || random.chance(chances[option] ?? 0))
  }
  return question(type, asked, answer, { ...more, options })
}

export const yesOrNo = (asked: Wording, chance: number, more?: More) =>
  question('boolean', asked, ({ random, mood }) => random.chance(chance + (1 - chance) * mood * 0.5), more)

/** Around the middle more often than at the ends. */
export const number = (asked: Wording, least: number, most: number, more?: More) =>
  question(
    'number',
    asked,
    ({ random }) => Math.round((random.whole(least, most) + random.whole(least, most)) / 2),
    more,
  )

/** Some write two of these after each other. */
export const written = (type: 'text' | 'textarea', asked: Wording, texts: string[], more?: More) => {
  const answer = ({ random }: Answering) => {
    const [first = '', second = ''] = random.shuffled(texts)
    return type === 'textarea' && random.chance(0.35) ? `${first}\n${second}` : first
  }
  return question(type, asked, answer, { share: 0.45, ...more })
}

export const address = (asked: Wording, more?: More) =>
  question('email', asked, ({ student }) => `${student.rollNo.toLowerCase()}@students.college.test`, {
    share: 0.3,
    ...more,
  })

export const link = (asked: Wording, addresses: string[], more?: More) =>
  question('url', asked, ({ random }) => random.pick(addresses), { share: 0.25, ...more })

/** Days from the one on which it is answered. */
export const day = (asked: Wording, least: number, most: number, more?: More) =>
  question('date', asked, (by) => addDays(by.day, by.random.whole(least, most)), { share: 0.85, ...more })

/** The maker of a question or a survey: an account that the README names, or the head of a department. */
export type Maker = 'admin' | 'principal' | 'hod' | 'faculty' | 'student-affair' | AcademicName

export interface PoolQuestion extends Question {
  by: Maker
  department?: AcademicName
  /** Not for all who make surveys. */
  isPrivate?: true
}

/** Added by this person. */
export const by = (
  maker: Maker,
  question: Question,
  more: Pick<PoolQuestion, 'department' | 'isPrivate'> = {},
): PoolQuestion => ({
  ...question,
  by: maker,
  ...more,
})
