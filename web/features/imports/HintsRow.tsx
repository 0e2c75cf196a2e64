import type { ImportRow } from '../../../shared/contract/imports.ts'
import { Button } from '../../ui/buttons.tsx'
import { Group } from '../../ui/elements.tsx'
import type { Mending } from './mending.ts'
import classes from './PreviewTable.module.css'
import { rowsText, sameSlips } from './rules.ts'

interface Props {
  row: ImportRow
  field: string
  /** All rows of the file: the same slip is mended in each of them. */
  rows: readonly ImportRow[]
  mending: Mending
}

/** Offers the stored names that a wrong cell may be meant for, each as a button that puts it there. */
export function HintsRow({ row, field, rows, mending }: Props) {
  const names = row.like?.[field] ?? []
  if (names.length === 0) return null
  return (
    <Group gap={4} style={{ marginBlock: 4 }}>
      {names.map((name) => (
        <UseButton
          key={name}
          name={name}
          field={field}
          lines={sameSlips(rows, row, field, name)}
          mending={mending}
          of={`line ${row.line}`}
        />
      ))}
    </Group>
  )
}

interface ButtonProps extends Pick<Props, 'field' | 'mending'> {
  name: string
  /** The lines that have the wrong word. */
  lines: readonly number[]
  /** Tells the button from others with the same name. */
  of: string
}

/** Puts a stored name into a cell of these lines, to be checked with all other changes. */
export function UseButton({ name, field, lines, mending, of }: ButtonProps) {
  const due = lines.filter((line) => !mending.isLeftOut(line))
  const isUsed = due.every((line) => mending.textOf(line, field) === name)
  const text = `Use ${name}${due.length > 1 ? ` in ${rowsText(due.length)}` : ''}`
  return (
    <Button
      className={classes.use}
      size="compact-sm"
      variant={isUsed ? 'filled' : 'default'}
      aria-label={`${text}, ${of}`}
      aria-pressed={isUsed}
      onClick={() => mending.writeAll(due, field, name)}
    >
      <bdi>{text}</bdi>
    </Button>
  )
}
