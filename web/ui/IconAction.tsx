import type { TablerIcon } from '@tabler/icons-react'
import type { Ref } from 'react'
import classes from './IconAction.module.css'
import type { MenuButton } from './Menu.tsx'

interface Props {
  /** The action and the record: "Edit Surgery". */
  label: string
  icon: TablerIcon
  onClick?: () => void
  danger?: boolean
  /** A double press, or a held key, counts as one press. */
  once?: boolean
  /** Makes it the button of a menu. */
  menu?: MenuButton
  ref?: Ref<HTMLButtonElement>
}

/** A small button of a row or card. A list has hundreds. */
export function IconAction({ label, icon: Icon, onClick, danger = false, once = false, menu, ref }: Props) {
  return (
    <button
      {...menu}
      ref={ref}
      type="button"
      className={classes.action}
      data-icon-action
      data-danger={danger || undefined}
      aria-label={label}
      title={label}
      onKeyDown={(event) => once && event.repeat && event.preventDefault()}
      onClick={(event) => (once && event.detail > 1) || (menu?.onClick ?? onClick)?.()}
    >
      <Icon size={18} aria-hidden />
    </button>
  )
}
