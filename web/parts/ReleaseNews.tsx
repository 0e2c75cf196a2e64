import type { Releases } from '../../shared/contract/releases.ts'
import { formatInstant } from '../core/formats.ts'
import { Anchor } from '../ui/elements.tsx'

/** Tells which version is the newest, in a line, and why that may not be known. */
export function newsText({ installed, place, asked_at, read_at, newest, is_newer, failure }: Releases): string {
  if (place === null) return 'No list of releases is asked: RELEASES_URL.'
  if (asked_at === null) return `${place} has not been asked yet.`
  const unread = failure === null ? '' : ` The list at ${place} could not be read. ${failure}`
  if (read_at === null) return unread.trim()
  const seen = `, as ${place} said ${formatInstant(read_at)}.`
  if (newest === null) return `No version is finished yet${seen}${unread}`
  if (is_newer) return `Version ${newest} is there${seen} This is ${installed}.${unread}`
  return `None is newer than ${installed}${seen}${unread}`
}

/** The same, with a way to what is new. */
export function ReleaseNews({ releases }: { releases: Releases }) {
  const { page, is_newer } = releases
  return (
    <>
      {newsText(releases)}
      {is_newer && page?.startsWith('https://') && (
        <>
          {' '}
          <Anchor href={page} target="_blank" rel="noopener noreferrer" inherit underline="always">
            What is new
          </Anchor>
        </>
      )}
    </>
  )
}
