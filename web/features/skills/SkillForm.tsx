import { type Skill, SkillChange, SkillInput } from '../../../shared/contract/skills.ts'
import { RecordForm } from '../../parts/RecordForm.tsx'
import { type Opening, useRecordForm } from '../../ui/record-form.ts'
import { useSkillChanges } from './api.ts'
import { SKILL, skillBody, skillValues } from './rules.ts'
import { SkillFields } from './SkillFields.tsx'

/** Adds a skill, or changes one; it begins with the department of the filter. */
export function SkillForm({ departmentId, ...opening }: Opening<Skill> & { departmentId?: number | undefined }) {
  const form = useRecordForm({
    kind: SKILL,
    opening,
    values: skillValues(opening.record, departmentId),
    schema: opening.record ? SkillChange : SkillInput,
    toBody: skillBody,
    ...useSkillChanges(),
    keeps: ['department_id', 'category', 'level', 'year'],
  })
  return (
    <RecordForm form={form}>
      <SkillFields fields={form.fields} />
    </RecordForm>
  )
}
