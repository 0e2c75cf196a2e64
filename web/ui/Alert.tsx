import { type ReactNode, useId } from 'react'
import classes from './Alert.module.css'
import { CloseButton } from './CloseButton.tsx'

interface Props {
  color: 'gray' | 'red' | 'yellow' | 'green'
  icon?: ReactNode
  title?: ReactNode
  /** A screen reader says an alert at once, and a note only where it stands. */
  role?: 'status' | 'alert' | 'note'
  onDismiss?: () => void
  children?: ReactNode
}

/** A banner with something that people should know. */
export function Alert({ color, icon, title, role = 'alert', onDismiss, children }: Props) {
  const id = useId()
  const spoken = {
    role,
    'aria-labelledby': title ? `${id}title` : undefined,
    'aria-describedby': children ? `${id}body` : undefined,
  }
  return (
    <div className={classes.alert} data-color={color} {...spoken}>
      {icon && <div className={classes.icon}>{icon}</div>}
      <div className={classes.body}>
        {title && (
          <div className={classes.title} id={`${id}title`}>
            {title}
          </div>
        )}
        {children && (
          <div className={classes.message} id={`${id}body`}>
            {children}
          </div>
        )}
      </div>
      {onDismiss && <CloseButton aria-label="Dismiss" onClick={onDismiss} />}
    </div>
  )
}
