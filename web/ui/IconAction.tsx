import { ActionIcon } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'

interface Props {
  /** What it does to which record: "Edit Surgery". */
  label: string
  icon: TablerIcon
  onClick: () => void
  danger?: boolean
}

/** A small button of a row or a card. */
export function IconAction({ label, icon: Icon, onClick, danger = false }: Props) {
  return (
    <ActionIcon
      variant="default"
      size="lg"
      c={danger ? 'var(--mantine-color-error)' : undefined}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  )
}
