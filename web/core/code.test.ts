import { expect, test, vi } from 'vitest'
import { codeOf } from './code.ts'

test('code is loaded once, by however many, and is there then', async () => {
  const find = vi.fn(async () => 'a dialog')
  const code = codeOf(find)
  expect(code.found).toBeUndefined()
  expect(await Promise.all([code.load(), code.load()])).toEqual(['a dialog', 'a dialog'])
  expect(code.found).toBe('a dialog')
  await code.load()
  expect(find).toHaveBeenCalledTimes(1)
})

test('code that did not arrive is asked for again', async () => {
  const find = vi.fn().mockRejectedValueOnce(new TypeError('offline')).mockResolvedValueOnce('a dialog')
  const code = codeOf(find)
  await expect(code.load()).rejects.toThrow('offline')
  expect(code.found).toBeUndefined()
  expect(await code.load()).toBe('a dialog')
})
