import classes from './EmailText.module.css'

/** Shows an address, which breaks before its @, and elsewhere only where that is not enough. */
export function EmailText({ email }: { email: string }) {
  const [person, place] = email.split(/(?=@)/)
  return (
    <span className={classes.email}>
      {person}
      <wbr />
      {place}
    </span>
  )
}
