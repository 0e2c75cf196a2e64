import classes from './Tag.module.css'

/** Shows a word that names a kind of record, not its status. */
export const Tag = ({ word }: { word: string }) => <span className={classes.tag}>{word}</span>
