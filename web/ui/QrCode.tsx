import { encode } from 'uqr'
import classes from './QrCode.module.css'

/** The dark squares of a QR code, row by row, as the path of a picture whose unit is a square. */
const pathOf = (rows: readonly boolean[][]) =>
  rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')

/** A text for the camera of a phone; `label` says what it is of. */
export function QrCode({ text, label }: { text: string; label: string }) {
  // The border is the empty frame without which no camera finds the code.
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  return (
    <svg
      className={classes.code}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000" d={pathOf(data)} />
    </svg>
  )
}
