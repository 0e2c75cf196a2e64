import { useLogoAddress } from '../core/college-facts.ts'
import classes from './CollegeMark.module.css'

/** Shows the college's logo before its name, which says the same; nothing for a college without one. */
export function CollegeMark() {
  const address = useLogoAddress()
  // Its room is there before it comes, so that nothing moves.
  return address === undefined ? null : (
    <img className={classes.mark} src={address} alt="" width={32} height={32} decoding="async" />
  )
}
