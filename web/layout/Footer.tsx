import classes from './Frame.module.css'

export function Footer() {
  return <footer className={classes.footer}>Clinical Track, all rights reserved</footer>
}
