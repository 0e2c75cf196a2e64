import classes from './DrawnText.module.css'

/** Draws a text for the eye where the content beside it says the same: it is read, found and copied once. */
export const DrawnText = ({ text }: { text: string }) => <span className={classes.drawn} data-text={text} aria-hidden />
