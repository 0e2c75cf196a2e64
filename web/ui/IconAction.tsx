import { ActionIcon } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { Ref } from 'react'

interface Props {
  /** What it does to which record: "Edit Surgery". */
  label: string
  icon: TablerIcon
  onClick: () => void
  danger?: boolean
  /** A double press, or a key that is held, is one press. */
  once?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** A small button of a row or a card. */
export function IconAction({ label, icon: Icon, onClick, danger = false, once = false, ref }: Props) {
  return (
    <ActionIcon
      ref={ref}
      variant="default"
      size="lg"
      c={danger ? 'var(--mantine-color-error)' : undefined}
      aria-label={label}
      title={label}
      onKeyDown={(event) => once && event.repeat && event.preventDefault()}
      onClick={(event) => (once && event.detail > 1) || onClick()}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  )
}
