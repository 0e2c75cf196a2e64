import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { CloseButton } from './CloseButton.tsx'
import { TextInput } from './fields.tsx'

interface Props {
  label: string
  placeholder?: string
  /** The present search. */
  value: string
  /** Called when the typing pauses. */
  onChange: (value: string) => void
  disabled?: boolean
  /** True where a dialog opens with the focus here. */
  isFirst?: boolean
}

const PAUSE_MS = 250

/** A search box that searches once the typing pauses. */
export function SearchField({ label, placeholder, value, onChange, disabled, isFirst = false }: Props) {
  const [typed, setTyped] = useState(value)
  const told = useRef(value)
  const field = useRef<HTMLInputElement>(null)
  const tell = useDebouncedCallback((text: string) => {
    told.current = text
    onChange(text)
  }, PAUSE_MS)

  // Follows a change from outside, as by a Clear Filters button.
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setTyped(value)
  }, [value])

  function type(text: string) {
    setTyped(text)
    tell(text.trim())
  }

  /** The button disappears with the text, so the focus goes to the field. */
  function clear() {
    type('')
    field.current?.focus()
  }

  return (
    <TextInput
      ref={field}
      type="search"
      data-autofocus={isFirst || undefined}
      label={label}
      placeholder={placeholder}
      maxLength={200}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={typed !== '' && <CloseButton aria-label="Clear search" onClick={clear} />}
      disabled={disabled}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      // Later it would overtake the link or button that is pressed now.
      onBlur={() => tell.flush()}
    />
  )
}
