import { useEffect, useRef } from 'react'
import type { Announcement } from '../../../shared/contract/announcements.ts'
import { formatDay, formatInstant } from '../../core/formats.ts'
import { FilesList } from '../../parts/FilesList.tsx'
import { Stack, Text } from '../../ui/elements.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { readFileOf, useMarkRead } from './api.ts'
import { audienceText } from './rules.ts'

/** Shows an announcement. Opening it is reading it, where it is meant for the person. */
export function AnnouncementPanel({ announcement }: { announcement: Announcement }) {
  const { id, title, text, file, is_read, author, created_at, last_day } = announcement
  const markRead = useMarkRead()
  const marked = useRef(is_read !== false)
  useEffect(() => {
    if (marked.current) return
    marked.current = true
    // Not saved, it stays unread, and is told of again.
    markRead({ params: { id } }).catch(() => undefined)
  }, [id, markRead])
  return (
    <Stack gap="md">
      <Text fw={600} dir="auto" style={{ overflowWrap: 'anywhere', textAlign: 'start' }}>
        {title}
      </Text>
      <Text dir="auto" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', textAlign: 'start' }}>
        {text}
      </Text>
      {file && <FilesList label="File" files={[file]} read={readFileOf(announcement)} />}
      <Facts
        facts={[
          ['For', audienceText(announcement)],
          ['By', <PersonName key="by" name={author.name} />],
          ['Announced', formatInstant(created_at)],
          ['Last day', last_day && formatDay(last_day)],
        ]}
      />
    </Stack>
  )
}
