import { encode } from 'uqr'
import classes from './QrCode.module.css'

/** Returns the dark squares of a QR code, row by row, as a path whose unit is a square. */
const pathOf = (rows: readonly boolean[][]) =>
  rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')

/** Shows a text for a phone's camera; `label` names it. */
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
