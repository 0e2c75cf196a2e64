import type { ReactNode } from 'react'
import { Text, Title } from '../../ui/elements.tsx'
import classes from './PartPanel.module.css'

interface Props {
  title: string
  /** Explains the part. */
  note?: string | undefined
  children?: ReactNode
}

/** Frames a part of the status page. */
export const PartPanel = ({ title, note, children }: Props) => (
  <section aria-label={title} className={classes.part}>
    <Title order={2} size="h4">
      {title}
    </Title>
    {note && (
      <Text size="sm" c="dimmed">
        {note}
      </Text>
    )}
    {children}
  </section>
)
