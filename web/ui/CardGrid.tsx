import { SimpleGrid } from '@mantine/core'
import type { ReactNode } from 'react'

/** Cards in columns, one below the other on a phone; a list to a screen reader. */
export function CardGrid({ label, columns, children }: { label: string; columns: 2 | 3; children: ReactNode }) {
  return (
    <SimpleGrid
      component="ul"
      aria-label={label}
      cols={{ base: 1, sm: 2, md: columns }}
      spacing="md"
      style={{ listStyle: 'none', padding: 0, margin: 0 }}
    >
      {children}
    </SimpleGrid>
  )
}
