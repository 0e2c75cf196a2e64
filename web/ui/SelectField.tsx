import { NativeSelect, type NativeSelectProps } from '@mantine/core'

export interface Option {
  value: string
  label: string
}

interface Props extends Omit<NativeSelectProps, 'data'> {
  label: string
  options: readonly Option[]
  /** The first entry, that of no choice. */
  blank?: string
}

/** The phone's own list of choices, under a visible label. */
export function SelectField({ options, blank, ...rest }: Props) {
  return (
    <NativeSelect
      {...rest}
      // Below, so that fields side by side stay in line.
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={blank === undefined ? options : [{ value: '', label: blank }, ...options]}
    />
  )
}
