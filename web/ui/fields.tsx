import { type ComponentProps, type CSSProperties, Fragment, type ReactNode, useId } from 'react'
import { named } from './elements.tsx'
import classes from './fields.module.css'
import { writtenValue } from './written-value.ts'

// The plain fields of every screen; see elements.tsx. Lists that are searched in are the kit's.

type Part = 'label' | 'description' | 'input' | 'error'

/** The order of a field's parts; the description stands above the input otherwise. */
const USUAL: readonly Part[] = ['label', 'description', 'input', 'error']

export interface FieldLook {
  label?: ReactNode
  labelClass?: string | undefined
  description?: ReactNode
  /** The problem of the field, shown with it and read by screen readers. */
  error?: ReactNode
  inputWrapperOrder?: readonly Part[] | undefined
  leftSection?: ReactNode
  rightSection?: ReactNode
  /** Pixels. */
  rightSectionWidth?: number
  /** The section lets presses through to the input; a button in it takes them. */
  rightSectionPointerEvents?: 'none' | 'all'
  className?: string | undefined
  style?: CSSProperties | undefined
}

/** Props that an input gets from the field around it. */
interface InputPart {
  id: string
  className: string | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface FieldProps extends FieldLook {
  id: string | undefined
  /** The value in words, where the browser shows it in its own way. */
  written?: string | undefined
  children: (input: InputPart) => ReactNode
}

/** Returns the ids of what is read out with an input. */
const saidOf = (id: string, { error, description }: FieldLook, written?: string) =>
  [written && `${id}-written`, error && `${id}-error`, description && `${id}-description`].filter(Boolean).join(' ') ||
  undefined

/** The frame of an input: its label, what describes it, and its problem. */
function Field({ id: given, written, children, ...look }: FieldProps) {
  const own = useId()
  const id = given ?? own
  const { leftSection, rightSection, error } = look
  const input = children({
    id,
    className: classes.input,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': saidOf(id, look, written),
  })
  return (
    <FieldFrame id={id} look={look}>
      <div
        className={classes.frame}
        data-left={leftSection ? true : undefined}
        data-right={rightSection ? true : undefined}
        style={
          look.rightSectionWidth ? ({ '--right': `${look.rightSectionWidth / 16}rem` } as CSSProperties) : undefined
        }
      >
        {leftSection && <div className={classes.left}>{leftSection}</div>}
        {input}
        {written && (
          <div className={classes.written} id={`${id}-written`}>
            {written}
          </div>
        )}
        {rightSection && (
          <div className={classes.right} data-through={look.rightSectionPointerEvents === 'none' || undefined}>
            {rightSection}
          </div>
        )}
      </div>
    </FieldFrame>
  )
}

interface GroupProps extends Pick<FieldLook, 'label' | 'labelClass' | 'description' | 'error' | 'inputWrapperOrder'> {
  role: 'group' | 'radiogroup'
  /** For inputs without a label of their own in sight. */
  'aria-label'?: string | undefined
  /** The field's name in its form. */
  'data-path'?: string | undefined
  /** Shows the mark of a required field, where no single input is one. */
  required?: boolean | undefined
  children: ReactNode
}

/** The frame of several inputs that are one field. */
export function FieldGroup({ role, children, 'aria-label': name, ...look }: GroupProps) {
  const id = useId()
  return (
    <FieldFrame id={id} look={look} ofGroup>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: a group's */}
      <div
        role={role}
        aria-label={name}
        aria-labelledby={look.label ? `${id}-label` : undefined}
        aria-describedby={saidOf(id, look)}
      >
        {children}
      </div>
    </FieldFrame>
  )
}

interface FrameProps {
  id: string
  look: FieldLook & Partial<Pick<GroupProps, 'data-path' | 'required'>>
  /** The label is a group's, so that a press on it chooses none of its inputs. */
  ofGroup?: boolean
  children: ReactNode
}

/** The parts around an input or a group of them, in their order. */
export function FieldFrame({ id, look, ofGroup = false, children }: FrameProps) {
  const { label, description, error, inputWrapperOrder = USUAL } = look
  const Label = ofGroup ? 'div' : 'label'
  const parts: Record<Part, ReactNode> = {
    label: label && (
      <Label className={named(classes.label, look.labelClass)} id={`${id}-label`} htmlFor={ofGroup ? undefined : id}>
        {label}
      </Label>
    ),
    description: description && (
      <p className={classes.note} id={`${id}-description`}>
        {description}
      </p>
    ),
    input: children,
    error: error && (
      <p className={classes.note} id={`${id}-error`} data-wrong>
        {error}
      </p>
    ),
  }
  return (
    <div
      className={named(classes.field, look.className)}
      style={look.style}
      data-field
      data-path={look['data-path']}
      data-required={look.required || undefined}
      data-wrong={error ? true : undefined}
    >
      {inputWrapperOrder.map((part) => (
        <Fragment key={part}>{parts[part]}</Fragment>
      ))}
    </div>
  )
}

/** Takes the field's part out of the props of an input. */
function lookOf<P extends FieldLook>(props: P) {
  const { label, labelClass, description, error, inputWrapperOrder, leftSection, rightSection, ...others } = props
  const { rightSectionWidth, rightSectionPointerEvents, className, style, ...rest } = others
  const sections = { leftSection, rightSection, rightSectionWidth, rightSectionPointerEvents }
  return { look: { label, labelClass, description, error, inputWrapperOrder, className, style, ...sections }, rest }
}

type OfInput<T extends 'input' | 'select' | 'textarea'> = FieldLook & Omit<ComponentProps<T>, keyof FieldLook>

export type TextInputProps = OfInput<'input'>

/**
 * A field for one line. A name or text may be Urdu, so it runs as it is typed. Days and times are the browser's own
 * fields, with the value written out in them (ADR 0063).
 */
export function TextInput(props: TextInputProps) {
  const { look, rest } = lookOf(props)
  return (
    <Field {...(look as FieldLook)} id={rest.id} written={writtenValue(rest.type, rest.value)}>
      {(input) => <input dir="auto" type="text" {...rest} {...input} />}
    </Field>
  )
}

export type NativeSelectProps = OfInput<'select'>

const CHEVRON = (
  <svg className={classes.chevron} viewBox="0 0 15 15" fill="none" aria-hidden="true">
    <path
      d="m5.25 5.75 2.25-2.25 2.25 2.25m0 3.5-2.25 2.25-2.25-2.25"
      stroke="currentColor"
      strokeWidth=".9"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)

/** A field with the browser's own list of choices. */
export function NativeSelect({
  rightSection = CHEVRON,
  rightSectionPointerEvents = 'none',
  ...props
}: NativeSelectProps) {
  const { look, rest } = lookOf(props)
  return (
    <Field {...(look as FieldLook)} {...{ rightSection, rightSectionPointerEvents }} id={rest.id}>
      {(input) => <select dir="auto" {...rest} {...input} />}
    </Field>
  )
}

/** A field for several lines, in any direction. It needs no script: browsers grow it by themselves. */
export function TextArea({ rows = 3, ...props }: OfInput<'textarea'>) {
  const { look, rest } = lookOf(props)
  return (
    <Field {...(look as FieldLook)} id={rest.id}>
      {({ className, ...input }) => (
        <textarea
          dir="auto"
          {...rest}
          {...input}
          rows={rows}
          className={named(className, classes.lines)}
          // A field that grows with its text ignores its rows.
          style={{ minHeight: `calc(${rows}lh + 1rem)` }}
        />
      )}
    </Field>
  )
}
