import { expect, test } from 'vitest'
import { differencesOf, type Fields, forgedAnswer, forgedColumns, hasForged } from '../../testing/forged.ts'
import { changedTables, writtenRows } from '../../testing/put-back.ts'
import { walked } from '../../testing/walked.ts'
import { isForm, WRITE_CALLS, type WriteCall, writeCalls } from '../../testing/write-calls.ts'

const { at, noted, carryOut } = await writeCalls()

const WRITES_NOTHING = walked('writesNothing')

/** Values that differ in each call: secrets, what is made of them, where a file lies, and from where it was called. */
const OWN = [
  /^\.reply\.lines\.(?:data\.)?(?:access_token|credential|secret|uri|recovery_codes|initial_password|address|file_path|code|url)$/,
  /^\.reply\.lines\.(?:data|credentials)\.initial_password$/,
  // The further fields make another file, with further columns.
  /^\.reply\.lines\.data\.(?:digest|ignored_columns|file_columns)$/,
  // A document has its own code, and its paper says so.
  /^\.(?:reply\.lines\.data\.verification_code|verified_documents\.code)$/,
  /^\.(?:reply\.lines\.data|verified_documents|eligibility_list_boards|audit\.changes)\.(?:sha256|board_sha256|size)$/,
  // Further columns are further bytes of a file.
  /^\.day_amounts\.amount$/,
  /^\.(?:jobs\.job_common|calendar_feeds)\.id$/,
  /^\.\w+\.(?:password_hash|token_hash|code_hash|secret|device|network|storage_key|upload_key|send_key|secret_hash)$/,
  /^\.log_codes\.code$/,
  /^\.college_settings\.backup_recipient$/,
  // The digest of an imported record: names and addresses differ in each call.
  /^\.import_rows\.before\.(?:password_)?sealed_as$/,
  // Costly calls are counted by the minute, and the next one may have begun.
  /^\.costly_calls(?:\.|$)/,
  // The half minute of the clock in which the code was typed: the next one may have begun.
  /^\.second_factors\.last_step$/,
]
/** Removes from an answer what only tells the file that was sent. */
const withoutFile = (reply: unknown) =>
  JSON.parse(JSON.stringify(reply, (key, value) => (key === 'file_columns' ? undefined : value)))
const isOwn = (path: string) => OWN.some((pattern) => pattern.test(path))

/** A form takes fifty fields, its own among them. */
const FIELDS_OF_A_FORM = 45
const addressOf = (turn: number) => `10.1.${turn >> 8}.${turn & 255}`
let turn = 0
const newAddress = () => {
  turn += 1
  return addressOf(turn)
}
const pairs: [name: string, plain: string, forged: string][] = []

/** Every column that a call has written, and every field of its answer, in the pieces in which they can be sent. */
async function forgeriesFor(call: WriteCall, plain: Awaited<ReturnType<typeof carryOut>>): Promise<Fields[]> {
  const tables = changedTables(plain.before, plain.after)
  const written = new Map(tables.map((table) => [table, writtenRows(plain.before, plain.after, table)]))
  const all = Object.entries({ ...forgedAnswer(plain.reply), ...(await forgedColumns(at.db, written)) })
  if (!isForm(call)) return [Object.fromEntries(all)]
  const pieces = Array.from({ length: Math.ceil(all.length / FIELDS_OF_A_FORM) }, (_, n) =>
    all.slice(n * FIELDS_OF_A_FORM, (n + 1) * FIELDS_OF_A_FORM),
  )
  return pieces.map((piece) => Object.fromEntries(piece))
}

test.each(
  WRITE_CALLS.map((call) => [call.name, call.role, call] as const),
)('%s of the %s writes the same with every field that nobody asked for', async (name, _, call) => {
  const address = newAddress()
  const plain = await carryOut(call, address)
  expect(plain.status, JSON.stringify(plain.reply)).toBe(call.endpoint.status ?? 200)
  const isToWrite = !(name in WRITES_NOTHING)
  expect(changedTables(plain.before, plain.after).length > 0, 'writes rows').toBe(isToWrite)
  if (!isToWrite) return

  const forgeries = await forgeriesFor(call, plain)
  expect(Object.keys(Object.assign({}, ...forgeries)).length).toBeGreaterThan(1)
  for (const fields of forgeries) {
    pairs.push([name, address, newAddress()])
    const forged = await carryOut(call, addressOf(turn), fields)
    expect(forged.status, JSON.stringify(forged.reply)).toBe(plain.status)
    expect(differencesOf({ reply: plain.reply }, { reply: forged.reply }, isOwn)).toEqual([])
    expect(differencesOf(Object.fromEntries(plain.after), Object.fromEntries(forged.after), isOwn)).toEqual([])
    expect([withoutFile(forged.reply), [...forged.after]].filter(hasForged)).toEqual([])
  }
})

test('the security log tells the same of them', async () => {
  for (const [name, plain, forged] of pairs)
    await expect.poll(() => [name, noted.get(forged)]).toEqual([name, noted.get(plain)])
})
