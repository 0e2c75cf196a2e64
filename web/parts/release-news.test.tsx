import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Releases } from '../../shared/contract/releases.ts'
import { newsText, ReleaseNews } from './ReleaseNews.tsx'

const AT = '2026-11-29T21:30:00.000Z'
const NEWER: Releases = {
  installed: '0.1.0',
  place: 'git.example.org',
  asked_at: AT,
  read_at: AT,
  newest: '1.4.0',
  is_newer: true,
  page: 'https://git.example.org/elog/v1.4.0',
  failure: null,
}

test('a newer version is told, with a way to what is new', () => {
  render(<ReleaseNews releases={NEWER} />)
  expect(document.body.textContent).toMatch(
    /^Version 1\.4\.0 is there, as git\.example\.org said 30 Nov 2026.*\. This is 0\.1\.0\. What is new$/,
  )
  expect(screen.getByRole('link', { name: 'What is new' }).getAttribute('href')).toBe(NEWER.page)
})

test('an address that is not https is no link', () => {
  render(<ReleaseNews releases={{ ...NEWER, page: 'javascript:alert(1)' }} />)
  expect(screen.queryByRole('link')).toBeNull()
})

test('what is known is told, and why no more is', () => {
  const own = { ...NEWER, newest: '0.1.0', is_newer: false }
  expect(newsText(own)).toMatch(/^None is newer than 0\.1\.0, as git\.example\.org said /)
  expect(newsText({ ...own, newest: null })).toMatch(/^No version is finished yet, as /)
  expect(newsText({ ...own, failure: 'It answered 503.' })).toMatch(
    /\. The list at .* could not be read\. It answered 503\.$/,
  )
  expect(newsText({ ...own, read_at: null, newest: null, failure: 'It answered 503.' })).toBe(
    'The list at git.example.org could not be read. It answered 503.',
  )
  expect(newsText({ ...own, asked_at: null })).toBe('git.example.org has not been asked yet.')
  expect(newsText({ ...own, place: null })).toBe('No list of releases is asked: RELEASES_URL.')
})
