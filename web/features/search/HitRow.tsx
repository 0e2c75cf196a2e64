import { Fragment, useEffect } from 'react'
import { prefetchScreen } from '../../core/screens.ts'
import { ScreenLink } from '../../layout/ScreenLink.tsx'
import { Text } from '../../ui/elements.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { type FoundRow, pieces } from './rules.ts'
import classes from './SearchModal.module.css'

interface Props {
  row: FoundRow
  /** The search text. */
  q: string
  id: string
  isActive: boolean
  onPoint: () => void
}

const Marked = ({ text, q }: { text: string; q: string }) =>
  pieces(text, q).map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece has nothing but its place
    index % 2 === 1 ? <mark key={index}>{piece}</mark> : <Fragment key={index}>{piece}</Fragment>,
  )

/** Shows a row. To the pointer it is a link, which can open in a new tab, and to the keyboard a choice of the list. */
export function HitRow({ row, q, id, isActive, onPoint }: Props) {
  const { title, detail, to } = row
  // Loads the screen, as pointing at a link does.
  useEffect(() => {
    if (isActive) prefetchScreen(to.split('?')[0] ?? to)
  }, [isActive, to])
  return (
    <ScreenLink
      to={to}
      // Back leads to the screen on which the search was opened.
      replace
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={classes.hit}
      onMouseMove={isActive ? undefined : onPoint}
    >
      <span className={classes.title}>
        <PersonName name={title}>
          <Marked text={title} q={q} />
        </PersonName>
      </span>
      {detail && (
        <Text component="span" size="sm" className={classes.detail}>
          <Marked text={detail} q={q} />
        </Text>
      )}
    </ScreenLink>
  )
}
