import classes from './WholeNumbers.module.css'

/** A number of several parts, as of a document: "2026-000123". */
const NUMBER = /(\d+(?:-\d+)+)/

/** Shows a text in which no line ends within such a number. */
export const WholeNumbers = ({ text }: { text: string }) =>
  text.split(NUMBER).map((part) =>
    NUMBER.test(part) ? (
      <span key={part} className={classes.number}>
        {part}
      </span>
    ) : (
      part
    ),
  )
