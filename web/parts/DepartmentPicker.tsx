import { useQuery } from '@tanstack/react-query'
import { academicDepartmentsQuery } from '../core/start.ts'
import type { NativeSelectProps } from '../ui/fields.tsx'
import { recordOptions, SelectField } from '../ui/SelectField.tsx'
import { useOwnDepartment } from './own-department.ts'

interface Props extends Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> {
  value: number | undefined
  /** Clears the choice by a button. */
  onClear?: (() => void) | undefined
  onChange: (id: number | undefined) => void
  /** The text of the entry without a choice. */
  blank?: string
}

/** Chooses an academic department; fixed for the staff of one. */
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
