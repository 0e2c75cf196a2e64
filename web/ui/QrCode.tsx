import { encode } from 'uqr'
import classes from './QrCode.module.css'

/** Returns the dark squares of a QR code, row by row, as a path whose unit is a square. */
const pathOf = (rows: readonly boolean[][]) =>
  rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')

interface Props {
  text: string
  /** Names the code. */
  label: string
  /** A long text has small squares, so it is drawn larger, and with less that is said twice. */
  large?: boolean
}

/** Shows a text for a phone's camera. */
export function QrCode({ text, label, large = false }: Props) {
  // The border is the empty frame without which no camera finds the code.
  const { data, size } = encode(text, { ecc: large ? 'L' : 'M', border: 4 })
  return (
    <svg
      className={classes.code}
      data-large={large || undefined}
      role="img"
      aria-label={label}
      // Journeys read it here: they have no camera.
      data-text={text}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000" d={pathOf(data)} />
    </svg>
  )
}
