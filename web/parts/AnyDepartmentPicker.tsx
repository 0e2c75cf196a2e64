import { useQuery } from '@tanstack/react-query'
import type { NativeSelectProps } from '../ui/fields.tsx'
import { recordOptions, SelectField } from '../ui/SelectField.tsx'
import { departmentChoicesQuery } from './api.ts'
import { useOwnDepartment } from './own-department.ts'

interface Props extends Omit<NativeSelectProps, 'data' | 'label'> {
  /** The stored department, offered even if it is not active any more. */
  present?: { id: number; name: string } | null | undefined
  /** Staff of an academic department choose no other one, but can read a stored one. */
  fixed?: boolean
  /** The text of the entry without a choice. */
  blank?: string
}

/** Chooses any active department, academic or not. */
export function AnyDepartmentPicker({ present, fixed = false, blank = 'Choose a department', ...rest }: Props) {
  const own = useOwnDepartment()
  const locked = fixed ? own.locked : undefined
  const departments = useQuery(departmentChoicesQuery)
  const active = (departments.data ?? []).filter(({ status }) => status === 'active')
  const choices = locked ? [locked] : active
  const isKept = present && !choices.some(({ id }) => id === present.id)
  const offered = isKept ? [...choices, present] : choices
  return (
    <SelectField
      {...rest}
      label="Department"
      blank={departments.isLoading ? 'Loading departments...' : blank}
      options={recordOptions(offered)}
      disabled={rest.disabled || (fixed && own.loading) || locked !== undefined}
      description={locked && String(locked.id) === rest.value ? 'Your department' : undefined}
      source={departments}
    />
  )
}
