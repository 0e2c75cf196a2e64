import { expect, test } from 'vitest'
import { logEntry } from '../../testing/logbook.ts'
import { addressOfAhead, asDeviceEntry, pictureOf } from './code-picture.ts'

const ahead = {
  code: '111222',
  secret: 'secret-of-22-letters-x',
  url: '/logbook?modal=sign&code=111222',
  expires_at: '',
}
const held = { corrects_id: 90, reflection: 'Calmer than last time' }
const entries = ['key-0000', 'key-0001'].flatMap((key) => asDeviceEntry(logEntry({ key, ...held })) ?? [])

test('a picture made without network holds the entries whole, corrections as such', () => {
  const address = addressOfAhead(ahead, 'Ayesha', entries)
  expect(pictureOf(address)).toEqual({
    code: '111222',
    ahead: { code: '111222', secret: ahead.secret, student: 'Ayesha', entries },
  })
})

test('a picture made with network names the code of the server first, and holds the entries all the same', () => {
  const address = addressOfAhead(ahead, 'عائشہ', entries.slice(0, 1), '/logbook?modal=sign&code=654321')
  expect(pictureOf(address)).toMatchObject({ code: '654321', ahead: { code: '111222', student: 'عائشہ' } })
  expect(pictureOf('/logbook?modal=sign&code=654321')).toEqual({ code: '654321' })
})

test('what is no code of the logbook is none, nor a picture that names nobody', () => {
  const broken = '/logbook?modal=sign&code=654321#secret.%%%'
  for (const text of ['https://example.com', '/logbook?code=12', broken, addressOfAhead(ahead, ' ', entries)])
    expect(pictureOf(text)).toBeUndefined()
})
