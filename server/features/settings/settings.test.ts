import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSettings } from '../../settings.ts'
import { scratch } from '../../testing/backups.ts'
import { furnished } from '../../testing/college.ts'
import { openLiveSettings } from './live.ts'
import { readChosen } from './reads.ts'
import { shownSettings } from './rules.ts'

const { at, admin, principal, student } = await furnished()
const environment = {
  COLLEGE_NAME: 'By the operator',
  SMTP_URL: 'smtps://me:geheim@mail.test',
  MAIL_FROM: 'a@b.test',
  PUBLIC_URL: 'https://elog.test',
  BACKUP_DIR: '/mnt/backups',
}
const { at: other, admin: operator } = await furnished({ environment })
const errorsOf = async (path: string, body: object) => {
  const answer = await admin.put(`/settings/${path}`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(422)
  return answer.body.errors
}
const PASSWORD = 'Sesam-öffne-dich 1'
const MAIL = {
  mail_host: 'mail.college.test',
  mail_port: 587,
  mail_security: 'starttls',
  mail_user: 'elog@college.test',
  mail_password: PASSWORD,
  mail_from: 'Clinical eLog <elog@college.test>',
  public_url: 'https://elog.college.test',
}

describe('the settings', () => {
  test('are shown as they are in force, without any chosen yet', async () => {
    expect((await admin.get('/settings')).body.data).toEqual({
      college_name: 'Clinical Medical College',
      attendance_minimum: 75,
      logo: null,
      signatories: [],
      logo_digest: null,
      mail_host: null,
      mail_port: null,
      mail_security: null,
      mail_user: null,
      mail_signs_in: false,
      mail_from: null,
      public_url: null,
      has_mail: false,
      backup_dir: null,
      backup_at: '02:30',
      backup_keep: 14,
      alert_mail: null,
      alert_webhook: null,
      heartbeat_url: null,
      environment: {},
      last_restore: null,
      elsewhere: { place: null, keep: 30, key_made_at: null, last_try: null, last_copy: null, last_restore: null },
      releases: expect.objectContaining({ installed: '0.1.0', place: null }),
    })
  })

  test('are an administrator’s: nobody else reads or changes any, and nothing tells a directory', async () => {
    const other = (await student()).caller
    for (const caller of [principal, other])
      for (const answer of [
        await caller.get('/settings'),
        await caller.put('/settings/college', { college_name: 'Mine' }),
        await caller.put('/settings/backup', { backup_dir: '/tmp' }),
        await caller.post('/settings/test-mail'),
      ])
        expect(answer.status).toBe(403)
  })

  test('name and minimum hold at once, here and in another process, and the trail tells both', async () => {
    const another = await openLiveSettings(at.plainDb, readSettings({}))
    const saved = await admin.put('/settings/college', { college_name: ' Khyber College ', attendance_minimum: 80 })
    expect([saved.status, saved.body.data.college_name]).toEqual([200, 'Khyber College'])
    const pupil = (await student()).caller
    expect((await pupil.get('/auth/me')).status).toBe(200)
    await another.refresh()
    expect(another.settings).toMatchObject({ COLLEGE_NAME: 'Khyber College', ATTENDANCE_MINIMUM: 80 })
    // A process whose environment says otherwise keeps that.
    const fixed = await openLiveSettings(at.plainDb, readSettings({ COLLEGE_NAME: 'Fixed' }))
    expect(fixed.settings).toMatchObject({ COLLEGE_NAME: 'Fixed', ATTENDANCE_MINIMUM: 80 })
    expect((await at.trailOf('college_settings', 1)).at(0)).toMatchObject({
      action: 'update',
      changes: { college_name: [null, 'Khyber College'], attendance_minimum: [null, 80] },
    })
  })

  test('a wrong one is refused by its field', async () => {
    expect(await errorsOf('college', { college_name: '', attendance_minimum: 101 })).toEqual({
      college_name: ['College name is required'],
      attendance_minimum: ['Minimum attendance must be from 0 to 100'],
    })
    const wrong = { mail_host: 'mail test', mail_port: 22, mail_from: 'nobody', public_url: 'https://a.test/path?x=1' }
    expect(Object.keys(await errorsOf('mail', { ...MAIL, ...wrong })).sort()).toEqual(Object.keys(wrong).sort())
    expect(await errorsOf('backup', { backup_at: '24:00', backup_keep: 0 })).toEqual({
      backup_at: ['Time must be a time such as 02:30'],
      backup_keep: ['Days kept must be from 1 to 9999'],
    })
  })
})

describe('mail', () => {
  test('needs all that a mail needs, and no password goes unencrypted', async () => {
    expect(await errorsOf('mail', { mail_host: 'mail.college.test' })).toEqual({
      mail_port: ['Port is required'],
      mail_security: ['Encryption is required'],
      mail_from: ['Sender is required'],
      public_url: ['Address of this site is required'],
    })
    expect(await errorsOf('mail', { ...MAIL, mail_security: 'none' })).toEqual({
      mail_security: ['A password is sent only over an encrypted connection.'],
    })
    const bare = { ...MAIL, mail_user: null, mail_password: undefined, mail_security: 'none' }
    const ELSEWHERE = ['Mails go unencrypted only to a mail server on this machine, such as localhost.']
    for (const mail_host of [
      'mail.college.test',
      '10.0.0.5',
      'localhost.evil.test',
      '127.0.0.1.evil.test',
      '[::2]',
      '[1::1]',
    ])
      expect([mail_host, await errorsOf('mail', { ...bare, mail_host })]).toEqual([
        mail_host,
        { mail_security: ELSEWHERE },
      ])
    for (const mail_host of ['localhost', '127.0.0.1', '[::1]', '[0:0:0:0:0:0:0:1]'])
      expect((await admin.put('/settings/mail', { ...bare, mail_host })).status, mail_host).toBe(200)
    // A row that an older version or another hand has written sends no mail either.
    await admin.put('/settings/mail', { ...bare, mail_host: 'localhost' })
    await at.db
      .updateTable('college_settings')
      .set({ mail_host: 'mail.college.test', updated_at: new Date() })
      .execute()
    expect((await admin.get('/settings')).body.data).toMatchObject({ mail_host: 'mail.college.test', has_mail: false })
    expect(await errorsOf('mail', { mail_from: 'elog@college.test' })).toEqual({ mail_security: ELSEWHERE })
    await admin.put('/settings/mail', { mail_host: null })
    expect(await errorsOf('mail', { ...MAIL, mail_password: undefined })).toEqual({
      mail_password: ['Mail password is required'],
    })
  })

  test('of a server that no address can name is refused, and none of it is kept', async () => {
    const { updated_at } = await readChosen(at.db)
    for (const mail_host of ['192.168.1.300', '1.2.3.4.5', 'mail.123', '99999999999', '[1.1.1.1]', '[:::::]'])
      expect(await errorsOf('mail', { ...MAIL, mail_host }), mail_host).toEqual({
        mail_host: ['Mail server must be a name such as mail.example.org'],
      })
    expect((await readChosen(at.db)).updated_at).toBe(updated_at)
    // A name that is taken can be mailed by.
    for (const mail_host of ['10.0.0.3', '[::1]', 'mail', 'xn--bcher-kva.example'])
      expect((await admin.put('/settings/mail', { ...MAIL, mail_host })).body.data).toMatchObject({ mail_host })
    await admin.put('/settings/mail', { mail_host: null })
  })

  test('its password is sealed in the database, and told by no answer, trail or page', async () => {
    const saved = await admin.put('/settings/mail', MAIL)
    expect(saved.body.data).toMatchObject({ mail_signs_in: true, has_mail: true, mail_user: MAIL.mail_user })
    const row = await readChosen(at.db)
    const trail = await at.trailOf('college_settings', 1)
    expect(trail.at(0)?.changes).toMatchObject({ mail_password: ['none', 'set anew'], mail_port: [null, 587] })
    const shown = [
      saved.raw,
      (await admin.get('/settings')).raw,
      (await admin.get('/audit')).raw,
      JSON.stringify(trail),
    ]
    for (const place of [...shown, row.mail_password?.toString('latin1'), row.mail_password?.toString('base64')])
      for (const secret of [PASSWORD, encodeURIComponent(PASSWORD), Buffer.from(PASSWORD).toString('base64')])
        expect(String(place)).not.toContain(secret)
    const { settings } = await openLiveSettings(at.plainDb, readSettings({}))
    expect(settings.SMTP_URL).toBe(
      `smtp://elog%40college.test:${encodeURIComponent(PASSWORD)}@mail.college.test:587/?requireTLS=true`,
    )
  })

  test('a stored password is not sent to another server, port or user', async () => {
    await admin.put('/settings/mail', MAIL)
    const { mail_password: _, ...same } = MAIL
    expect((await admin.put('/settings/mail', { ...same, mail_from: 'new@college.test' })).status).toBe(200)
    for (const elsewhere of [
      { mail_host: 'evil.test' },
      { mail_port: 465 },
      { mail_user: 'x' },
      { mail_security: 'tls' },
    ])
      expect(await errorsOf('mail', { ...same, ...elsewhere })).toEqual({
        mail_password: ['Mail password is required'],
      })
    expect((await admin.get('/settings')).body.data.mail_host).toBe('mail.college.test')
  })

  test('without a server is switched off, and the password is gone', async () => {
    await admin.put('/settings/mail', MAIL)
    const off = await admin.put('/settings/mail', { mail_host: null })
    expect(off.body.data).toMatchObject({ mail_host: null, mail_port: null, mail_signs_in: false, has_mail: false })
    expect((await readChosen(at.db)).mail_password).toBeNull()
    expect((await admin.post('/settings/test-mail')).status).toBe(409)
  })
})

test('what the environment sets is shown with its variable, without a password, and is not changed', async () => {
  const answer = await operator.get('/settings')
  expect(answer.body.data).toMatchObject({
    college_name: 'By the operator',
    mail_host: 'mail.test',
    mail_port: 465,
    mail_security: 'tls',
    mail_user: 'me',
    mail_signs_in: true,
    environment: {
      college_name: 'COLLEGE_NAME',
      mail_host: 'SMTP_URL',
      mail_from: 'MAIL_FROM',
      backup_dir: 'BACKUP_DIR',
    },
  })
  expect(answer.body.data.environment).not.toHaveProperty('backup_at')
  expect(answer.raw.toString()).not.toContain('geheim')
  const refused = await operator.put('/settings/college', { college_name: 'Mine', attendance_minimum: 60 })
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { college_name: ['Set by COLLEGE_NAME in the environment.'] },
  ])
  const password = await operator.put('/settings/mail', { mail_password: 'x' })
  expect(password.body.errors).toEqual({ mail_password: ['Set by SMTP_URL in the environment.'] })
  expect((await operator.put('/settings/college', { attendance_minimum: 60 })).status).toBe(200)
  expect(shownSettings(readSettings(environment), await readChosen(other.db)).college_name).toBe('By the operator')
})

test('a directory for backups is there, is written to by the server, and does not lie among the data', async () => {
  for (const part of ['files', 'files/kept', 'postgres']) mkdirSync(join(at.filesDirectory, part), { recursive: true })
  expect(await errorsOf('backup', { backup_dir: 'backups' })).toEqual({
    backup_dir: ['Directory must be a path from the root, such as /mnt/backups'],
  })
  expect((await errorsOf('backup', { backup_dir: '/not/there' })).backup_dir[0]).toContain('finds no such directory')
  for (const place of ['', 'files', 'files/kept', 'postgres'])
    expect((await errorsOf('backup', { backup_dir: join(at.filesDirectory, place) })).backup_dir[0]).toContain(
      'must not lie among the data',
    )
  const backup_dir = scratch()
  const saved = await admin.put('/settings/backup', { backup_dir, backup_at: '03:15', backup_keep: 7 })
  expect(saved.body.data).toMatchObject({ backup_dir, backup_at: '03:15', backup_keep: 7 })
  expect((await admin.get('/status')).body.data.backups.is_scheduled).toBe(true)
  const none = await admin.put('/settings/backup', { backup_dir: null })
  expect(none.body.data.backup_dir).toBeNull()
  expect((await admin.post('/settings/test-restore')).body.message).toBe('Choose a directory for backups first.')
})

test('a restored copy that is tried out counts nothing that was chosen, and sends nobody a mail', async () => {
  await admin.put('/settings/mail', MAIL)
  const given = readSettings({ SCREEN_SETTINGS: 'off' })
  const { settings, withMail } = await openLiveSettings(at.plainDb, given)
  expect([settings.COLLEGE_NAME, settings.SMTP_URL]).toEqual(['Clinical Medical College', undefined])
  expect(withMail({}).mail).toBeUndefined()
  const shown = shownSettings(settings, await readChosen(at.db))
  expect(shown).toMatchObject({ mail_host: null, mail_signs_in: false, backup_dir: null })
  expect(new Set(Object.values(shown.environment))).toEqual(new Set(['SCREEN_SETTINGS']))
  await admin.put('/settings/mail', { mail_host: null })
})

describe('the key for paper', () => {
  test('is made once, replaced only by whoever knows of the former one, and the trail says who, never the key', async () => {
    const made = await Promise.all([1, 2, 3].map(() => admin.post('/settings/backup-key', { replaces: null })))
    expect(made.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const { credential, made_at } = made.find(({ status }) => status === 200)?.body.data ?? {}
    expect(credential).toMatch(/^AGE-SECRET-KEY-1[0-9A-Z]{58}$/)
    expect((await admin.get('/settings')).body.data.elsewhere.key_made_at).toBe(made_at)
    const again = await admin.post('/settings/backup-key', { replaces: made_at })
    expect([again.status, again.body.data.credential === credential]).toEqual([200, false])
    for (const body of [{}, { replaces: 5 }, { replaces: 'x'.repeat(41) }])
      expect((await admin.post('/settings/backup-key', body)).status).toBe(422)
    for (const other of [principal, (await student()).caller])
      expect((await other.post('/settings/backup-key', { replaces: again.body.data.made_at })).status).toBe(403)

    const trail = await at.db
      .selectFrom('audit')
      .select(['actor_id', 'changes'])
      .where('entity', '=', 'college_settings')
      .execute()
    const told = trail.filter(({ changes }) => 'backup_key' in (changes as object))
    expect(told).toEqual([
      { actor_id: admin.userId, changes: { backup_key: ['none', 'made'] } },
      { actor_id: admin.userId, changes: { backup_key: ['made', 'made anew'] } },
    ])
    const kept = JSON.stringify([
      await readChosen(at.db),
      trail,
      await at.db.selectFrom('idempotency_keys').selectAll().execute(),
    ])
    for (const key of [credential, again.body.data.credential]) expect(kept).not.toContain(key)
  })
})
