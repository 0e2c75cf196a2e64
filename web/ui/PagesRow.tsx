import { Button, Group, Text } from '@mantine/core'
import { useEffect } from 'react'

interface Props {
  meta: { page: number; per_page: number; total: number }
  onPage: (page: number) => void
  /** Which list, where a screen has several. */
  of?: string | undefined
}

/** The way through a list of more than one page. */
export function PagesRow({ meta: { page, per_page, total }, onPage, of }: Props) {
  const pages = Math.ceil(total / per_page)
  const beyond = page > pages && pages > 0
  // An address may name a page that is no longer there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each such page
  useEffect(() => {
    if (beyond) onPage(pages)
  }, [beyond])
  if (pages <= 1 && page === 1) return null
  return (
    <Group component="nav" aria-label={of ? `Pages of ${of}` : 'Pages'} justify="space-between">
      <Button variant="default" disabled={page <= 1} onClick={() => onPage(Math.min(page - 1, pages))}>
        Previous
      </Button>
      <Text size="sm" role="status">
        Page {page} of {pages}
      </Text>
      <Button variant="default" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </Group>
  )
}
