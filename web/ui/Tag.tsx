import classes from './Tag.module.css'

/** A word that tells one kind of record from another, without saying how it stands. */
export const Tag = ({ word }: { word: string }) => <span className={classes.tag}>{word}</span>
