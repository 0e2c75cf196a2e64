import { useRef } from 'react'
import { labelOf } from '../../shared/labels.ts'
import { messageOf } from '../core/api-error.ts'
import { CloseButton } from './CloseButton.tsx'
import { Anchor } from './elements.tsx'
import { NativeSelect, type NativeSelectProps } from './fields.tsx'

export interface Option {
  value: string
  label: string
  /** The heading over it and those of the same group beside it. */
  group?: string
}

/** Makes options of status words and the like, as people read them. */
export const wordOptions = <Word extends string>(words: readonly Word[]) =>
  words.map((value) => ({ value, label: labelOf(value) }))

/** Makes options of records. */
export const recordOptions = (records: readonly { id: number; name: string }[]): Option[] =>
  records.map(({ id, name }) => ({ value: String(id), label: name }))

export interface SelectProps extends NativeSelectProps {
  label: string
  options: readonly Option[]
  /** The first entry, which stands for no choice. */
  blank?: string
  /** The query of the choices: its failure is shown below, with a way to try again. */
  source?: { error: Error | null; refetch: () => unknown } | undefined
  /** Clears the choice by a button in the field; leave it out while the choice can't change. */
  onClear?: (() => void) | undefined
}

const Choice = ({ value, label }: Option) => <option value={value}>{label}</option>

/** Shows the phone's own list of choices under a visible label. */
export function SelectField({ options, blank, source, error, onClear, ...rest }: SelectProps) {
  const select = useRef<HTMLSelectElement>(null)
  const clears = onClear && !rest.disabled && rest.value

  // The button disappears with the choice and would take the focus along.
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
      // The description stands below, so that fields side by side stay in line.
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    >
      {blank !== undefined && <option value="">{blank}</option>}
      {options.map((option, at) => {
        const { group } = option
        if (group === undefined) return <Choice key={option.value} {...option} />
        if (options[at - 1]?.group === group) return null
        return (
          <optgroup key={group} label={group}>
            {options
              .filter((one) => one.group === group)
              .map((one) => (
                <Choice key={one.value} {...one} />
              ))}
          </optgroup>
        )
      })}
    </NativeSelect>
  )
}
