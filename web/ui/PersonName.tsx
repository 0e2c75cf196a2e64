import classes from './PersonName.module.css'

const ARABIC_SCRIPT = /\p{Script=Arabic}/u

/** A person's name in its own direction, an Urdu one in Urdu's own faces. */
export function PersonName({ name }: { name: string }) {
  const urdu = ARABIC_SCRIPT.test(name)
  return (
    <bdi dir="auto" lang={urdu ? 'ur' : undefined} className={urdu ? classes.urdu : undefined}>
      {name}
    </bdi>
  )
}
