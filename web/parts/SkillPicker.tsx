import { useQuery } from '@tanstack/react-query'
import type { Skill } from '../../shared/contract/skills.ts'
import type { NativeSelectProps } from '../ui/fields.tsx'
import { recordOptions, SelectField } from '../ui/SelectField.tsx'
import { activeSkillsQuery } from './api.ts'

/** The text of no choice: the server takes the skill that has the name of the task, and makes it if need be. */
export const BY_NAME = 'Made from the name'

interface Props extends Omit<NativeSelectProps, 'data' | 'label'> {
  departmentId: number | undefined
  /** The stored skill, offered even if it is not active any more. */
  present?: { id: number; name: string } | null | undefined
  blank?: string | undefined
  onChoose?: (skill: Skill | undefined) => void
}

/** Chooses an active skill of a department. */
export function SkillPicker({ departmentId, present, blank, onChoose, ...rest }: Props) {
  const skills = useQuery(activeSkillsQuery(departmentId))
  const active = skills.data ?? []
  const offered = present && !active.some(({ id }) => id === present.id) ? [present, ...active] : active
  return (
    <SelectField
      {...rest}
      label="Skill"
      {...(blank !== undefined && { blank })}
      options={recordOptions(offered)}
      disabled={rest.disabled || departmentId === undefined}
      source={skills}
      {...(onChoose && {
        onChange: (event) => onChoose(active.find(({ id }) => String(id) === event.currentTarget.value)),
      })}
    />
  )
}
