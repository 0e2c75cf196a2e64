import type { Skill } from '../../../shared/contract/skills.ts'
import { LEVEL_WORDS } from '../../../shared/labels.ts'
import type { RecordKind } from '../../ui/record-kind.ts'
import type { Option } from '../../ui/SelectField.tsx'
import { choiceOf, DOT, textOf, textsOf } from '../../ui/texts.ts'

export const SKILL: RecordKind = { entity: 'skill', title: 'Skill', noun: 'skill' }

export const LEVEL_OPTIONS: readonly Option[] = Object.entries(LEVEL_WORDS).map(([value, label]) => ({ value, label }))

export const skillValues = (skill: Skill | undefined, departmentId: number | undefined) => ({
  ...textsOf(skill, ['name', 'code', 'category', 'usual_count', 'usual_a_day', 'description']),
  department_id: textOf(skill?.department_id ?? departmentId),
  level: skill?.level ?? ('supervised' as Skill['level']),
  allows_simulation: skill?.allows_simulation ?? false,
  observed_share: textOf(skill?.observed_share ?? 0),
  year: choiceOf(skill?.year),
  status: skill?.status ?? 'active',
})
export type SkillValues = ReturnType<typeof skillValues>

const numberOrNull = (value: string) => (value.trim() === '' ? null : Number(value))

export const skillBody = ({ department_id, usual_count, usual_a_day, observed_share, ...values }: SkillValues) => ({
  ...values,
  department_id: Number(department_id),
  usual_count: numberOrNull(usual_count),
  usual_a_day: numberOrNull(usual_a_day),
  observed_share: numberOrNull(observed_share) ?? 0,
})

/** Says what counts beside a performance with a patient: "Simulation counts · up to 20% may be observed". */
export const alsoCountsText = ({ allows_simulation, observed_share }: Skill): string =>
  [
    allows_simulation ? 'Simulation counts' : 'With patients only',
    observed_share > 0 ? `up to ${observed_share}% may be observed` : undefined,
  ]
    .filter(Boolean)
    .join(DOT)
