import type { ComponentProps, CSSProperties, ElementType, ReactNode } from 'react'
import classes from './elements.module.css'

// The plain elements of every screen, over one sheet. The kit's would have to be loaded and started before anything is
// drawn. Sizes and colours are the kit's, whose parts stand beside them in forms.

/** A step of the scale, a number of pixels, or a length. */
type Space = 'xs' | 'sm' | 'md' | 'lg' | 'xl' | (string & {}) | number

interface Placing {
  mt?: Space
  mb?: Space
  p?: Space
  px?: Space
  py?: Space
  pb?: Space
  flex?: CSSProperties['flex']
}

interface Styled {
  component?: ElementType
  className?: string | undefined
  style?: CSSProperties | undefined
}

/** The props of an element, or of the component that it is drawn as, with those of its look. */
export type Drawn<C extends ElementType, Look> = Look & { component?: C } & Omit<
    ComponentProps<C>,
    keyof Look | 'component'
  >

const SCALE = /^(?:xs|sm|md|lg|xl)$/
const lengthOf = (space: Space | undefined) => {
  if (space === undefined) return undefined
  if (typeof space === 'number') return `${space / 16}rem`
  return SCALE.test(space) ? `var(--mantine-spacing-${space})` : space
}

/** Returns the names that are there, as one class attribute. */
export const named = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ')

/** Takes what places an element out of its props, and returns the others with the style that it makes. */
function placed<P extends Placing & Styled>({ mt, mb, p, px, py, pb, flex, style, ...rest }: P) {
  const placing: CSSProperties = {}
  if (mt !== undefined) placing.marginTop = lengthOf(mt)
  if (mb !== undefined) placing.marginBottom = lengthOf(mb)
  if (p !== undefined) placing.padding = lengthOf(p)
  if (px !== undefined) placing.paddingInline = lengthOf(px)
  if (py !== undefined) placing.paddingBlock = lengthOf(py)
  if (pb !== undefined) placing.paddingBottom = lengthOf(pb)
  if (flex !== undefined) placing.flex = flex
  return { ...rest, style: { ...placing, ...style } as CSSProperties }
}

interface TextLook extends Placing {
  size?: 'xs' | 'sm' | 'md' | 'lg'
  /** "dimmed", or a colour of a style sheet. */
  c?: string | undefined
  fw?: 400 | 600
  ta?: 'center'
  lineClamp?: number
  span?: boolean
  /** As large as the text around it. */
  inherit?: boolean
}

/** A line or paragraph of text. */
export function Text<C extends ElementType = 'p'>(props: Drawn<C, TextLook>) {
  const { size, c, fw, ta, lineClamp, span, inherit, component, className, style, ...rest } = placed(
    props as TextLook & Styled,
  )
  const Element = component ?? (span ? 'span' : 'p')
  if (c && c !== 'dimmed') style.color = c
  if (fw) style.fontWeight = fw
  if (ta) style.textAlign = ta
  if (lineClamp) style.WebkitLineClamp = lineClamp
  const look = named(
    classes.text,
    inherit ? classes.inherit : size && classes[size],
    c === 'dimmed' && classes.dimmed,
    lineClamp !== undefined && classes.clamp,
    className,
  )
  return <Element {...rest} className={look} style={style} />
}

interface AnchorLook {
  size?: 'sm'
  inherit?: boolean
  /** Without it the line comes when it is pointed at. */
  underline?: 'always'
}

/** A link, or a button that looks like one. */
export function Anchor<C extends ElementType = 'a'>(props: Drawn<C, AnchorLook>) {
  const { size, inherit, underline, component: Element = 'a', className, ...rest } = props as AnchorLook & Styled
  const look = named(classes.text, inherit ? classes.inherit : size && classes[size], classes.anchor, className)
  return <Element {...rest} className={look} data-underline={underline} />
}

interface TitleLook extends Placing {
  order: 1 | 2 | 3 | 4
  /** As large as the heading of this level, else of its own. */
  size?: 'h2' | 'h3' | 'h4' | 'h5'
}

/** A heading. */
export function Title({ order, size = `h${order}` as 'h2', className, ...props }: TitleLook & ComponentProps<'h1'>) {
  const Element: ElementType = `h${order}`
  return <Element {...placed(props)} className={named(classes.title, classes[size], className)} />
}

interface StackLook extends Placing {
  gap?: Space
  align?: 'flex-start' | 'center'
}

/** Children below each other. */
export function Stack<C extends ElementType = 'div'>(props: Drawn<C, StackLook>) {
  const { gap, align, component: Element = 'div', className, style, ...rest } = placed(props as StackLook & Styled)
  if (gap !== undefined) style.gap = lengthOf(gap)
  if (align) style.alignItems = align
  return <Element {...rest} className={named(classes.stack, className)} style={style} />
}

interface GroupLook extends Placing {
  gap?: Space
  align?: 'flex-start' | 'flex-end'
  justify?: 'space-between' | 'flex-end'
  wrap?: 'nowrap'
}

/** Children beside each other, in as many lines as they need. */
export function Group<C extends ElementType = 'div'>(props: Drawn<C, GroupLook>) {
  const { gap, align, justify, wrap, component, className, style, ...rest } = placed(props as GroupLook & Styled)
  const Element = component ?? 'div'
  if (gap !== undefined) style.gap = lengthOf(gap)
  if (align) style.alignItems = align
  if (justify) style.justifyContent = justify
  if (wrap) style.flexWrap = wrap
  return <Element {...rest} className={named(classes.group, className)} style={style} />
}

interface GridLook {
  /** The columns, from 36 em on, and from 48 em on. */
  cols: { base: number; xs?: number; sm?: number }
  spacing: 'xs' | 'md'
  mt?: Space
  children: ReactNode
}

/** Children in columns of one width. */
export function SimpleGrid({ cols: { base, xs = base, sm = xs }, spacing, mt, children }: GridLook) {
  const style = { '--base': base, '--xs': xs, '--sm': sm, gap: lengthOf(spacing), marginTop: lengthOf(mt) }
  return (
    <div className={classes.grid} style={style as CSSProperties}>
      {children}
    </div>
  )
}

interface PaperLook extends Placing {
  withBorder?: boolean
  shadow?: 'sm'
}

/** A sheet that something lies on. */
export function Paper<C extends ElementType = 'div'>(props: Drawn<C, PaperLook>) {
  const { withBorder, shadow, component: Element = 'div', className, ...rest } = placed(props as PaperLook & Styled)
  const look = named(classes.paper, withBorder && classes.bordered, shadow && classes.lifted, className)
  return <Element {...rest} className={look} />
}

interface SkeletonLook {
  height: number
  component?: 'div' | 'li'
}

/** The place of something that is still loading. */
export function Skeleton({ height, component: Element = 'div', ...rest }: SkeletonLook & ComponentProps<'div'>) {
  return <Element {...(rest as object)} className={classes.skeleton} style={{ height: lengthOf(height) }} />
}

interface LoaderLook {
  /** Pixels. */
  size?: number
  color?: 'currentColor'
}

/** A turning ring. */
export function Loader({ size = 36, color, ...rest }: LoaderLook & Omit<ComponentProps<'span'>, 'color'>) {
  const style = { '--loader-size': `${size / 16}rem`, '--loader-color': color } as CSSProperties
  return <span {...rest} className={classes.loader} style={style} />
}

/** Text for screen readers alone. */
export const VisuallyHidden = ({ className, ...rest }: ComponentProps<'span'>) => (
  <span {...rest} className={named(classes.hidden, className)} />
)
