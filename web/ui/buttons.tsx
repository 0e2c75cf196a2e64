import type { ComponentProps, CSSProperties, ElementType, ReactNode } from 'react'
import classes from './buttons.module.css'
import { type Drawn, Loader, named } from './elements.tsx'

// The buttons of every screen; see elements.tsx.

interface Pressed {
  component?: ElementType
  className?: string
  style?: CSSProperties
  children?: ReactNode
  disabled?: boolean
}

/** A button submits its form only where it says so; a link has no type. */
const typeOf = (Element: ElementType) => (Element === 'button' ? 'button' : undefined)

interface ButtonLook {
  variant?: 'filled' | 'default' | 'subtle' | 'outline' | undefined
  size?: 'xs' | 'sm' | 'compact-sm' | 'compact-md'
  color?: 'red' | 'gray' | undefined
  leftSection?: ReactNode
  fullWidth?: boolean
  /** A ring turns over the text, and nothing can be pressed. */
  loading?: boolean
}

/** A button with a text, or a link that looks like one. */
export function Button<C extends ElementType = 'button'>(props: Drawn<C, ButtonLook>) {
  const {
    variant = 'filled',
    size = 'sm',
    color,
    leftSection,
    fullWidth,
    loading,
    ...others
  } = props as ButtonLook & Pressed
  const { component: Element = 'button', className, disabled, children, ...rest } = others
  return (
    <Element
      type={typeOf(Element)}
      {...rest}
      className={named(classes.button, className)}
      disabled={disabled || loading || undefined}
      data-variant={variant}
      data-size={size}
      data-color={color}
      data-icon={leftSection ? true : undefined}
      data-wide={fullWidth}
      data-loading={loading || undefined}
    >
      {loading && (
        <span className={classes.turning}>
          <Loader size={20} color="currentColor" aria-hidden />
        </span>
      )}
      {leftSection && <span className={classes.section}>{leftSection}</span>}
      <span className={classes.label}>{children}</span>
    </Element>
  )
}

interface ActionIconLook {
  variant?: 'filled' | 'default' | 'subtle'
  /** The standard one has 28 pixels, "lg" 34. */
  size?: 'lg' | 36
  color?: 'red' | 'gray' | undefined
  /** A ring turns in the place of the icon, and nothing can be pressed. */
  loading?: boolean
}

/** A button with an icon alone. */
export function ActionIcon<C extends ElementType = 'button'>(props: Drawn<C, ActionIconLook>) {
  const { variant = 'filled', size, color, loading, ...others } = props as ActionIconLook & Pressed
  const { component: Element = 'button', className, disabled, children, ...rest } = others
  return (
    <Element
      type={typeOf(Element)}
      {...rest}
      className={named(classes.button, classes.icon, className)}
      disabled={disabled || loading || undefined}
      aria-busy={loading || undefined}
      data-variant={variant}
      data-size={size}
      data-color={color}
      data-loading={loading || undefined}
    >
      {loading ? <Loader size={18} color="currentColor" aria-hidden /> : children}
    </Element>
  )
}

/** A button that looks like what it lies around. */
export const UnstyledButton = ({ className, ...rest }: ComponentProps<'button'>) => (
  <button type="button" {...rest} className={named(classes.plain, className)} />
)
