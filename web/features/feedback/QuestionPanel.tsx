import type { PoolQuestion } from '../../../shared/contract/feedback/question-pools.ts'
import { Facts } from '../../ui/Facts.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { rulesText, typeLabel } from './questions.rules.ts'

/** Every field of a question of the pool, to read. */
export const QuestionPanel = ({ question }: { question: PoolQuestion }) => (
  <Facts
    facts={[
      ['Title', question.title, 'wide'],
      ['Question Text', question.question_text, 'wide'],
      ['Question Type', typeLabel(question.question_type)],
      ['Required', question.is_required ? 'Yes' : 'No'],
      ['Options', question.options.join(', '), 'wide'],
      ['Help Text', question.help_text, 'wide'],
      ['Validation Rules', rulesText(question), 'wide'],
      ['Order', question.order],
      ['Used', usedText(question)],
      ['Public', question.is_public ? 'Yes' : 'No'],
      ['Department', question.department?.name],
      ['Added By', <PersonName key="creator" name={question.creator.name} />],
    ]}
  />
)

/** "in 3 surveys" would say too much: one survey may hold several copies. */
export const usedText = ({ usage_count }: Pick<PoolQuestion, 'usage_count'>) =>
  usage_count === 1 ? '1 time' : `${usage_count} times`
