import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/buttons.tsx'
import { usePrinting } from '../../ui/OnPaper.tsx'
import { PHONE } from '../../ui/phone.ts'
import classes from './StudentPage.module.css'

/** The number of rows shown on a phone at first. */
const FIRST = 3

interface Props<Row> {
  rows: readonly Row[]
  /** The rows' name in the button's text: "8 departments". */
  of: string
  /** `isWhole` is true when these are all rows. */
  children: (shown: readonly Row[], isWhole: boolean) => ReactNode
}

/** Shows the first few rows of a section on a phone, with a button for all; elsewhere and on paper all of them. */
export function FirstList<Row>({ rows, of, children }: Props<Row>) {
  const [isOpen, setOpen] = useState(false)
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false })
  const printing = usePrinting()
  const isLong = isPhone && rows.length > FIRST
  const isWhole = !isLong || isOpen || printing
  return (
    <>
      {children(isWhole ? rows : rows.slice(0, FIRST), isWhole)}
      {isLong && (
        <Button
          variant="default"
          data-screen
          className={classes.all}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? `The first ${FIRST} ${of}` : `All ${rows.length} ${of}`}
        </Button>
      )}
    </>
  )
}
