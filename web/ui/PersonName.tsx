import type { ReactNode } from 'react'
import classes from './PersonName.module.css'

const ARABIC_SCRIPT = /\p{Script=Arabic}/u

interface Props {
  name: string
  /** The name, if a part of it is marked. */
  children?: ReactNode
}

/** Writes a person's name in its own direction; an Urdu one in fonts for Urdu. */
export function PersonName({ name, children = name }: Props) {
  const urdu = ARABIC_SCRIPT.test(name)
  return (
    <bdi dir="auto" lang={urdu ? 'ur' : undefined} className={urdu ? classes.urdu : undefined}>
      {children}
    </bdi>
  )
}
