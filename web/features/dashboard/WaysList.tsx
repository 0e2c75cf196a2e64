import { useLocation } from 'react-router'
import { ScreenLink } from '../../layout/ScreenLink.tsx'
import { VisuallyHidden } from '../../ui/elements.tsx'
import classes from './Navigation.module.css'
import { addressOf, groupsOf, isAt, isQuiet, type Way } from './ways.ts'

interface Props {
  roles: readonly string[]
  ways: readonly Way[]
  /** False to show icons alone. */
  isNamed: boolean
  /** True beside a screen, which may have links of the same names. */
  isBeside?: boolean
  /** Back leads to the screen on which the list was opened. */
  replace?: boolean
}

/** So many have room at the side of a window of 800 pixels. */
const USUAL_MOST = 20

/** The screens in their groups, with what waits behind each. */
export function WaysList({ roles, ways, isNamed, isBeside = false, replace = false }: Props) {
  const location = useLocation()
  const { pathname } = location
  const isHidden = (way: Way) => isBeside && isQuiet(pathname, ways, way)
  return (
    <ul
      className={classes.groups}
      data-long={ways.length > USUAL_MOST || undefined}
      aria-hidden={ways.every(isHidden) || undefined}
    >
      {groupsOf(roles, ways).map(({ group, name, of }) => (
        <li key={group} className={classes.group} aria-hidden={of.every(isHidden) || undefined}>
          {isNamed && name && <span className={classes.heading}>{name}</span>}
          <ul>
            {of.map((way) => (
              <li key={way.path} aria-hidden={isHidden(way) || undefined}>
                <WayLink
                  way={{ ...way, to: addressOf(way, location) }}
                  {...{ isNamed, replace }}
                  isHidden={isHidden(way)}
                  isNow={isAt(pathname, way)}
                />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

interface LinkProps extends Required<Pick<Props, 'isNamed' | 'replace'>> {
  way: Way
  /** True where no key and no screen reader is to stop. */
  isHidden: boolean
  isNow: boolean
}

function WayLink({ way: { to, title, icon: Icon, count }, isNamed, isHidden, replace, isNow }: LinkProps) {
  const waits = count > 0 ? ` (${count} waiting)` : ''
  return (
    <ScreenLink
      to={to}
      replace={replace}
      className={classes.way}
      title={isNamed ? undefined : title + waits}
      aria-current={isNow ? 'page' : undefined}
      tabIndex={isHidden ? -1 : undefined}
    >
      <Icon size={20} stroke={1.7} aria-hidden />
      {isNamed && (
        <span className={classes.name}>
          {title}
          {waits && <VisuallyHidden>{waits}</VisuallyHidden>}
        </span>
      )}
      <Count of={count} />
    </ScreenLink>
  )
}

const COUNTED_TO = 99

/** Draws how many records wait. The link's name tells it to screen readers. */
export const Count = ({ of }: { of: number }) =>
  of > 0 && <span className={classes.count} data-count={of > COUNTED_TO ? `${COUNTED_TO}+` : of} aria-hidden />
