import { expect, test } from 'vitest'
import { declaredEndpoints } from '../../../shared/contract/all.ts'
import { inspectionPacks } from '../../../shared/contract/inspection-packs.ts'
import { unfurnished } from '../../testing/college.ts'
import { sendWith } from '../../testing/foreign.ts'
import { oneOfEach } from '../../testing/one-of-each.ts'

const at = await unfurnished()
const admin = await at.as('admin')
// A PDF that acts as it is opened, starts a program, has a page in it and is one itself, as far as a browser would guess.
const ACTIONS = `<< /Type /Catalog /OpenAction << /S /JavaScript /JS (app.alert(1)) >> /AA << /O << /S /Launch /F (calc.exe) >> >> >>
<script>window.ran=1</script><html><body onload="window.ran=1">`
const made = await oneOfEach(at, (what) => (/^(?:content|certificate)$/.test(what) ? ACTIONS : what))
await at.db.updateTable('library_entries').set({ file_type: 'application/pdf' }).execute()

/** The calls that give out what somebody has stored, and nothing that the server makes. */
const stored = declaredEndpoints.filter(
  ({ method, path, file }) => method === 'GET' && file && /\/(?:download|view|:file_name)$/.test(path),
)

test('files that people have stored are given out by these calls', () => {
  expect(stored.map(({ path }) => path)).toHaveLength(14)
})

test.each(
  stored.map((endpoint) => [endpoint.path, endpoint] as const),
)('%s gives a file out so that nothing in it runs', async (_, endpoint) => {
  const { status, headers, raw } = await sendWith(admin, endpoint, made, made)
  expect([status, raw.toString().includes('/Launch')]).toEqual([200, true])
  expect(headers).toMatchObject({
    'content-type': endpoint === inspectionPacks.download ? 'application/zip' : 'application/pdf',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
  })
  expect(headers['content-disposition']).toMatch(endpoint.path.endsWith('/view') ? /^inline;/ : /^attachment;/)
})
