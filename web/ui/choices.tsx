import { type ComponentProps, createContext, type ReactNode, use, useId, useMemo } from 'react'
import classes from './choices.module.css'
import { named } from './elements.tsx'
import { FieldGroup } from './fields.tsx'

// The boxes, circles and switches of every screen, by themselves or in a group; see elements.tsx.

/** The group around a choice. */
interface Chosen {
  name: string
  has: (value: string) => boolean
  choose: (value: string) => void
  disabled: boolean
}

const ChosenContext = createContext<Chosen | undefined>(undefined)

interface ChoiceLook {
  label?: ReactNode
  description?: ReactNode
  error?: ReactNode
  /** Takes presses on its whole line, as a thumb wants it. */
  line?: boolean
}

type ChoiceProps = ChoiceLook & Omit<ComponentProps<'input'>, 'type' | keyof ChoiceLook>

interface Drawing extends ChoiceProps {
  type: 'checkbox' | 'radio'
  /** The drawing over the browser's own input. */
  mark: ReactNode
}

function Choice({ label, description, error, line, id: given, className, mark, ...input }: Drawing) {
  const own = useId()
  const group = use(ChosenContext)
  const id = given ?? own
  const value = String(input.value)
  const ofGroup = group && {
    name: group.name,
    checked: group.has(value),
    disabled: group.disabled || input.disabled,
    onChange: () => group.choose(value),
  }
  const said = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={named(classes.choice, className)} data-line={line || undefined}>
      <div className={classes.inner}>
        <input
          aria-invalid={error ? true : undefined}
          {...input}
          {...ofGroup}
          id={id}
          className={classes.input}
          aria-describedby={said || undefined}
        />
        {mark}
      </div>
      <div className={classes.words}>
        {label && (
          <label className={classes.label} htmlFor={id}>
            {label}
          </label>
        )}
        {description && (
          <p className={classes.note} id={`${id}-description`}>
            {description}
          </p>
        )}
        {error && (
          <p className={classes.note} id={`${id}-error`} data-wrong>
            {error}
          </p>
        )}
      </div>
    </div>
  )
}

const TICK = (
  <svg className={classes.tick} viewBox="0 0 10 7" aria-hidden="true">
    <path
      d="M4 4.586 1.707 2.293A1 1 0 1 0 .293 3.707l3 3a1 1 0 0 0 1.414 0l5-5A1 1 0 1 0 8.293.293L4 4.586z"
      fill="currentColor"
    />
  </svg>
)

const DOT = <span className={classes.dot} aria-hidden="true" />

const TRACK = (
  <span className={classes.track} aria-hidden="true">
    <span className={classes.thumb} />
  </span>
)

/** A box to tick, alone or in a `CheckboxGroup`. */
export const Checkbox = (props: ChoiceProps) => <Choice {...props} type="checkbox" mark={TICK} />

/** A circle of a `RadioGroup`. */
export const Radio = (props: ChoiceProps) => <Choice {...props} type="radio" mark={DOT} />

/** A box to tick whose effect is seen at once. */
export const Switch = (props: ChoiceProps) => <Choice role="switch" {...props} type="checkbox" mark={TRACK} />

type AroundChoices = Omit<ComponentProps<typeof FieldGroup>, 'role'> & { disabled?: boolean | undefined }

const NOTHING: readonly string[] = []

interface CheckboxGroupProps extends AroundChoices {
  /** That of a form is always there. */
  value?: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Boxes of one field, of which any number can be ticked. */
export function CheckboxGroup({
  value = NOTHING,
  onChange,
  disabled = false,
  children,
  ...around
}: CheckboxGroupProps) {
  const name = useId()
  const chosen = useMemo<Chosen>(
    () => ({
      name,
      has: (one) => value.includes(one),
      choose: (one) => onChange(value.includes(one) ? value.filter((other) => other !== one) : [...value, one]),
      disabled,
    }),
    [name, value, onChange, disabled],
  )
  return (
    <FieldGroup {...around} role="group">
      <ChosenContext value={chosen}>{children}</ChosenContext>
    </FieldGroup>
  )
}

interface RadioGroupProps extends AroundChoices {
  /** That of a form is always there. */
  value?: string
  onChange: (chosen: string) => void
}

/** Choices of one field, of which one is chosen. */
export function RadioGroup({ value = '', onChange, disabled = false, children, ...around }: RadioGroupProps) {
  const name = useId()
  const chosen = useMemo<Chosen>(
    () => ({ name, has: (one) => one === value, choose: onChange, disabled }),
    [name, value, onChange, disabled],
  )
  return (
    <FieldGroup {...around} role="radiogroup">
      <ChosenContext value={chosen}>{children}</ChosenContext>
    </FieldGroup>
  )
}
