import type { ReactNode } from 'react'
import { Group, Stack, Title } from '../ui/elements.tsx'
import classes from './Page.module.css'

/** A number of several parts, as of a document: "2026-000123". */
const NUMBER = /(\d+(?:-\d+)+)/

/** Shows a heading in which no line ends within such a number. */
const Heading = ({ title }: { title: string }) =>
  title.split(NUMBER).map((part) =>
    NUMBER.test(part) ? (
      <span key={part} className={classes.number}>
        {part}
      </span>
    ) : (
      part
    ),
  )

/** Shows a screen with its heading, which is also the document's title, and its main actions. */
export function Page({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <Stack gap="md">
      <title>{title}</title>
      <Group justify="space-between" gap="sm">
        {/* The heading takes over the focus of an element that has gone. */}
        <Title order={1} size="h2" tabIndex={-1}>
          <Heading title={title} />
        </Title>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  )
}
