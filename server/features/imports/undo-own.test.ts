import { expect, test } from 'vitest'
import { awaitingPeople, csv } from '../../testing/imports.ts'
import { importedId, undo, writtenState } from '../../testing/undoing.ts'

const { at, admin } = await awaitingPeople()
await at.make.ownField({ name: 'House', kind: 'choice', options: ['Iqbal', 'Jinnah'] })
await at.make.ownField({ name: 'CNIC', is_unique: true, is_masked: true })

test('own fields and a missing email come back, bit by bit', async () => {
  await importedId(
    admin,
    'students',
    csv(
      'Roll No,Name,Email,House,CNIC',
      'MBBS-82001,Ali,,Iqbal,35202-1234567-1',
      'MBBS-82002,Sara,sara@own-undo.test,,',
    ),
  )
  const before = await writtenState(at)
  const id = await importedId(
    admin,
    'students',
    csv(
      'Roll No,Name,Email,House,CNIC',
      'MBBS-82001,Ali,ali@own-undo.test,Jinnah,35202-7654321-2',
      'MBBS-82002,Sara,,Jinnah,35202-1111111-3',
      'MBBS-82003,Zara,,Iqbal,35202-2222222-4',
    ),
  )
  expect(await writtenState(at)).not.toEqual(before)
  const { status, body } = await undo(admin, 'students', id)
  expect([status, body.message]).toEqual([200, undefined])
  expect(await writtenState(at)).toEqual(before)
})
