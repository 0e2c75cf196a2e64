import { type PoolQuestion, PoolQuestionInput } from '../../../shared/contract/feedback/question-pools.ts'
import { AnyDepartmentPicker } from '../../parts/AnyDepartmentPicker.tsx'
import { RecordForm } from '../../parts/RecordForm.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { type Opening, useRecordForm } from '../../ui/record-form.ts'
import { usePoolChanges } from './api.ts'
import { poolQuestionBody, poolQuestionValues, questionField } from './form.rules.ts'
import { QuestionFields } from './QuestionFields.tsx'
import { POOL_QUESTION } from './rules.ts'

interface Props extends Opening<PoolQuestion> {
  /** The academic department to which the adding person is bound. */
  departmentId: number | undefined
}

/** Adds a question to the pool, or changes one. */
export function PoolQuestionForm({ departmentId, ...opening }: Props) {
  const question = opening.record
  const form = useRecordForm({
    kind: POOL_QUESTION,
    opening,
    values: poolQuestionValues(question, departmentId),
    schema: PoolQuestionInput,
    toBody: poolQuestionBody,
    fieldOf: questionField,
    ...usePoolChanges(),
  })
  const { fields } = form
  return (
    <RecordForm form={form}>
      <QuestionFields fields={fields} question={question} orderHint="The pool is listed by it." />
      <AnyDepartmentPicker
        fixed
        blank="No department"
        present={question?.department}
        {...fields.getInputProps('department_id')}
      />
      <Checkbox
        label="Public"
        description="For all who make surveys. Without it, for you, the department, administrators and the principal."
        {...fields.getInputProps('is_public', { type: 'checkbox' })}
      />
    </RecordForm>
  )
}
