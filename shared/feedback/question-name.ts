import type { Asked } from './question-types.ts'

const NAME_MAX = 80

/** A question as a message names it: by its text, of which a long one is cut. */
export const questionName = ({ question_text }: Pick<Asked, 'question_text'>) => {
  const line = question_text.replace(/\s+/g, ' ')
  return `“${line.length > NAME_MAX ? `${line.slice(0, NAME_MAX - 1)}…` : line}”`
}
