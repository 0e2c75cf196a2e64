import { Anchor, CloseButton, NativeSelect, type NativeSelectProps } from '@mantine/core'
import { useRef } from 'react'
import { labelOf } from '../../shared/labels.ts'
import { messageOf } from '../core/api-error.ts'

export interface Option {
  value: string
  label: string
}

/** Status words and the like, as people read them. */
export const wordOptions = <Word extends string>(words: readonly Word[]) =>
  words.map((value) => ({ value, label: labelOf(value) }))

/** Records to choose one of. */
export const recordOptions = (records: readonly { id: number; name: string }[]): Option[] =>
  records.map(({ id, name }) => ({ value: String(id), label: name }))

interface Props extends Omit<NativeSelectProps, 'data'> {
  label: string
  options: readonly Option[]
  /** The first entry, that of no choice. */
  blank?: string
  /** Where the choices come from: when that failed it is said below, with a way to try again. */
  source?: { error: Error | null; refetch: () => unknown } | undefined
  /** A button in the field takes the choice back; none while it can't be changed. */
  onClear?: (() => void) | undefined
}

/** The phone's own list of choices, under a visible label. */
export function SelectField({ options, blank, source, error, onClear, ...rest }: Props) {
  const select = useRef<HTMLSelectElement>(null)
  const clears = onClear && !rest.disabled && rest.value

  // The button goes with the choice, and the focus would go with it.
  function clear(): void {
    onClear?.()
    select.current?.focus()
  }

  const unavailable = source?.error && (
    <>
      {messageOf(source.error)}{' '}
      <Anchor component="button" type="button" inherit underline="always" onClick={() => source.refetch()}>
        Retry
      </Anchor>
    </>
  )
  return (
    <NativeSelect
      ref={select}
      {...rest}
      {...(clears && {
        rightSection: <CloseButton iconSize={16} aria-label={`Clear ${rest.label}`} onClick={clear} />,
        rightSectionPointerEvents: 'all',
      })}
      error={error ?? unavailable}
      // Below, so that fields side by side stay in line.
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={blank === undefined ? options : [{ value: '', label: blank }, ...options]}
    />
  )
}
