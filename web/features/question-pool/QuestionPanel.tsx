import type { PoolQuestion } from '../../../shared/contract/feedback/question-pools.ts'
import { Facts } from '../../ui/Facts.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { rulesText, typeLabel, usedText } from './rules.ts'

/** Shows all fields of a question of the pool. */
export const QuestionPanel = ({ question }: { question: PoolQuestion }) => (
  <Facts
    facts={[
      ['Title', question.title, 'wide'],
      ['Question Text', question.question_text, 'wide'],
      ['Question Type', typeLabel(question.question_type)],
      ['Required', question.is_required ? 'Yes' : 'No'],
      [
        'Options',
        question.options.length > 0 ? <OptionLines key="options" options={question.options} /> : null,
        'wide',
      ],
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

/** Shows the options one a line, each in the direction of its own words. */
const OptionLines = ({ options }: { options: readonly string[] }) => (
  <ul>
    {options.map((option) => (
      <li key={option}>
        <bdi>{option}</bdi>
      </li>
    ))}
  </ul>
)
