import type { QUESTION_TYPES } from '../labels.ts'

/** The types of question as people read them, for lists that need nothing else of a type. */
export const QUESTION_TYPE_WORDS: Record<(typeof QUESTION_TYPES)[number], string> = {
  text: 'Text',
  textarea: 'Long Text',
  number: 'Number',
  email: 'Email',
  date: 'Date',
  url: 'Web Address (URL)',
  select: 'Dropdown',
  single_choice: 'Single Choice',
  multiple_choice: 'Multiple Choice',
  radio: 'Radio',
  checkbox: 'Checkbox',
  rating: 'Rating',
  boolean: 'Boolean (Yes/No)',
}
