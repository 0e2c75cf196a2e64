import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { served } from '../../testing/network.ts'
import { beginSignedIn, entries } from '../../testing/outbox.ts'
import { useOnDevice } from './kept.api.ts'

beginSignedIn()

test('the sessions that the device holds stay the same until one changes: each row of a list hangs on them', async () => {
  served()
  const { result, rerender } = renderHook(() => useOnDevice().sessions)
  const none = result.current
  rerender()
  expect(result.current).toBe(none)
  await entries(5)
  await expect.poll(() => result.current.map(({ id }) => id)).toEqual([5])
  const one = result.current
  rerender()
  expect(result.current).toBe(one)
})
