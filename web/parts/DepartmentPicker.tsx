import type { NativeSelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { academicDepartmentsQuery } from '../core/start.ts'
import { recordOptions, SelectField } from '../ui/SelectField.tsx'
import { useOwnDepartment } from './own-department.ts'

interface Props extends Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> {
  value: number | undefined
  /** A button takes the choice back. */
  onClear?: (() => void) | undefined
  onChange: (id: number | undefined) => void
  /** What the entry of no choice says. */
  blank?: string
}

/** An academic department; fixed to the own one for its staff. */
export function DepartmentPicker(props: Props) {
  const { value, onChange, blank = 'Choose a department', disabled, error, description, ...rest } = props
  const { locked, loading } = useOwnDepartment()
  const departments = useQuery({ ...academicDepartmentsQuery, enabled: !loading && locked === undefined })
  const offered = locked ? [locked] : (departments.data ?? [])
  return (
    <SelectField
      {...rest}
      label="Department"
      blank={departments.isLoading ? 'Loading departments...' : blank}
      options={recordOptions(offered)}
      value={String(locked?.id ?? value ?? '')}
      onChange={(event) => onChange(Number(event.currentTarget.value) || undefined)}
      disabled={disabled || loading || locked !== undefined}
      description={locked ? 'Your department' : description}
      error={error}
      source={departments}
    />
  )
}
