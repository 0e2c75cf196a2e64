import { expect, test } from 'vitest'
import { acceptedCoding } from './accept-encoding.ts'

const CODINGS = ['br', 'gzip'] as const

test.each([
  [undefined, undefined],
  ['', undefined],
  [' , ', undefined],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate, zstd', undefined],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0.8,gzip;q=0.8', 'br'],
  ['br ; q=0.001', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;Q=0', undefined],
  // The star stands only for codings that are not named.
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['gzip;q=0, br;q=0, *', undefined],
  ['*;q=0', undefined],
  ['gzip, *;q=0', 'gzip'],
  ['*;q=0.2, gzip;q=0.1', 'br'],
  // The plain answer may be liked more.
  ['identity', undefined],
  ['identity, br;q=0.5', undefined],
  ['identity;q=0.5, br;q=0.5', 'br'],
  ['identity;q=0.2, br;q=0.5', 'br'],
  ['identity;q=0', undefined],
  ['identity;q=0, gzip', 'gzip'],
  // A weight that can't be read is no consent.
  ['br;q=', undefined],
  ['br;q=much, gzip;q=0.1', 'gzip'],
  ['br;q=2', undefined],
  ['br;q=-1', undefined],
  ['br;level=9', 'br'],
  ['brotli, gzipped', undefined],
])('%s is answered in %s', (header, coding) => {
  expect(acceptedCoding(header, CODINGS).coding).toBe(coding)
})

test.each([
  [undefined, false],
  ['br', false],
  ['br, identity;q=0.1', false],
  ['br, identity;q=0', true],
  ['br, *;q=0', true],
  ['br, *;q=0, identity;q=0.1', false],
])('%s refuses the plain answer: %s', (header, isNeeded) => {
  expect(acceptedCoding(header, CODINGS).isNeeded).toBe(isNeeded)
})
