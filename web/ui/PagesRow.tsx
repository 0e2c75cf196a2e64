import { useEffect, useRef } from 'react'
import { Button } from './buttons.tsx'
import { Group, Text } from './elements.tsx'

interface Props {
  meta: { page: number; per_page: number; total: number }
  onPage: (page: number) => void
  /** Names the list, if the screen has several. */
  of?: string | undefined
}

/** Leads through the pages of a list. */
export function PagesRow({ meta: { page, per_page, total }, onPage, of }: Props) {
  const pages = Math.ceil(total / per_page)
  const beyond = page > pages && pages > 0
  // An address may name a page that is no longer there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each such page
  useEffect(() => {
    if (beyond) onPage(pages)
  }, [beyond])
  // A pressed button that gets disabled loses the focus; the other button takes it over.
  const row = useRef<HTMLDivElement>(null)
  const turned = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that is there
  useEffect(() => {
    const { activeElement } = document
    if (turned.current && (activeElement === document.body || activeElement?.matches('button:disabled')))
      row.current?.querySelector<HTMLElement>('button:enabled')?.focus({ preventScroll: true })
    turned.current = false
  }, [page])
  if (pages <= 1 && page === 1) return null
  const turnTo = (to: number) => {
    turned.current = true
    onPage(to)
  }
  return (
    <Group component="nav" ref={row} aria-label={of ? `Pages of ${of}` : 'Pages'} justify="space-between">
      <Button variant="default" disabled={page <= 1} onClick={() => turnTo(Math.min(page - 1, pages))}>
        Previous
      </Button>
      <Text size="sm" role="status">
        Page {page} of {pages}
      </Text>
      <Button variant="default" disabled={page >= pages} onClick={() => turnTo(page + 1)}>
        Next
      </Button>
    </Group>
  )
}
