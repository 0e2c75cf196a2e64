import { Fragment } from 'react'
import classes from './EmailText.module.css'

/** Shows an address, which breaks before its @ and its dots, and within a word only where that is not enough. */
export const EmailText = ({ email }: { email: string }) => (
  <span className={classes.email}>
    {email.split(/(?=[@.])/).map((part, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their places
      <Fragment key={place}>
        {place > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </span>
)
