import type { TablerIcon } from '@tabler/icons-react'
import classes from './ViewSwitch.module.css'

interface Props<View extends string> {
  /** The name of the switch, for screen readers. */
  label: string
  views: readonly { value: View; label: string; icon?: TablerIcon }[]
  value: View
  onChange: (view: View) => void
}

/** Shows one list in another way. The list, its page and its search stay. */
export function ViewSwitch<View extends string>({ label, views, value, onChange }: Props<View>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div role="group" aria-label={label} className={classes.views}>
      {views.map(({ value: view, label: name, icon: Icon }) => (
        <button
          key={view}
          type="button"
          className={classes.view}
          aria-pressed={view === value}
          onClick={() => onChange(view)}
        >
          {Icon && <Icon size={16} aria-hidden />}
          {name}
        </button>
      ))}
    </div>
  )
}
