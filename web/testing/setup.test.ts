import { expect, test, vi } from 'vitest'

// These tests run in this order, as the files that share a worker do.

test('a test may end with its own clock, and with a frame of jsdom under way by it', () => {
  vi.useFakeTimers()
  const button = document.body.appendChild(document.createElement('button'))
  button.focus()
  button.remove()
  expect(vi.isFakeTimers()).toBe(true)
})

test('the next one has the real clock, and its frames are drawn', async () => {
  expect(vi.isFakeTimers()).toBe(false)
  const drawn = vi.fn()
  requestAnimationFrame(drawn)
  await expect.poll(() => drawn).toHaveBeenCalledOnce()
})
