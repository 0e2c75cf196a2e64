import type { QuestionDefinition } from './question-types.ts'

const NAME_MAX = 80

/** Names a question in a message by its text, cut if it is long. */
export const questionName = ({ question_text }: Pick<QuestionDefinition, 'question_text'>) => {
  const line = question_text.replace(/\s+/g, ' ')
  return `“${line.length > NAME_MAX ? `${line.slice(0, NAME_MAX - 1)}…` : line}”`
}
