import { describe, expect, test } from 'vitest'
import { SCREENS } from './screens.ts'
import { ADDRESSES, testOpening } from './testing/opening.tsx'

test('every screen says at which addresses it is opened here', () => {
  expect(
    Object.keys(ADDRESSES).sort(),
    'Say in addresses of its walks.ts: with filters, with a dialog; or none',
  ).toEqual(SCREENS.map(({ path }) => path).sort())
})

describe('a screen asks as its address was read early', () => testOpening({ isCodeLate: false }))
