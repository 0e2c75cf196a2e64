import type { ReactNode } from 'react'
import { collegeName } from '../core/page-config.ts'
import { CollegeMark } from '../ui/CollegeMark.tsx'
import { Paper, Stack, Text, Title } from '../ui/elements.tsx'
import classes from './EntryPage.module.css'
import { Footer } from './Footer.tsx'

/** Shows a screen before the sign-in: a card in the middle. */
export function EntryPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <title>{title}</title>
      <main className={classes.main}>
        <Paper withBorder shadow="sm" className={classes.card}>
          <Stack gap="md">
            <div>
              <Text size="sm" c="dimmed">
                <CollegeMark />
                {collegeName()}
              </Text>
              <Title order={1} size="h3">
                {title}
              </Title>
            </div>
            {children}
          </Stack>
        </Paper>
      </main>
      <Footer />
    </>
  )
}
