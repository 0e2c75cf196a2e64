import { afterEach, expect, test } from 'vitest'
import { dropOthersStart, dropStart, readRoom, writeRoom } from './kept-start.ts'

afterEach(() => localStorage.clear())

test('the room of the day is its owner’s, at the width of its window, until the login ends', () => {
  writeRoom(7, 812.5)
  expect([readRoom(7), readRoom(8)]).toEqual([812.5, 0])
  // Nothing is known yet of an address's calls.
  dropOthersStart(7)
  expect(readRoom(7)).toBe(812.5)
  dropOthersStart(8)
  expect(readRoom(7)).toBe(0)
  writeRoom(7, 812.5)
  dropStart()
  expect(readRoom(7)).toBe(0)
  localStorage.setItem('today-room', JSON.stringify({ owner: 7, width: innerWidth + 1, height: 5 }))
  expect(readRoom(7)).toBe(0)
  localStorage.setItem('today-room', '{broken')
  expect(readRoom(7)).toBe(0)
})
