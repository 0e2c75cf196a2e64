import type { Releases } from '../../shared/contract/releases.ts'

/** A server whose operator names no list of versions. */
export const UNLISTED: Releases = {
  installed: '0.1.0',
  place: null,
  asked_at: null,
  read_at: null,
  newest: null,
  is_newer: false,
  page: null,
  failure: null,
}
