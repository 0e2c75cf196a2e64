import type { ReactNode } from 'react'
import { Text, Title } from '../../ui/elements.tsx'
import classes from './StudentPage.module.css'

interface Props {
  /** The target of the figures at the top of the page. */
  id: string
  title: string
  /** The rule by which the figures are counted. */
  rule?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** Frames a part of the student's page, which loads and fails by itself. */
export const SectionPanel = ({ id, title, rule, actions, children }: Props) => (
  <section id={id} aria-label={title} className={classes.section}>
    <div className={classes.head}>
      <Title order={3} size="h4" tabIndex={-1}>
        {title}
      </Title>
      {actions}
    </div>
    {rule && (
      <Text size="sm" c="dimmed">
        {rule}
      </Text>
    )}
    {children}
  </section>
)
