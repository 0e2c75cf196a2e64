import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type SettingsOfCollege, settings } from '../../../shared/contract/settings.ts'
import { useCollegeName } from '../../core/college-facts.ts'
import { bodiesTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { UNLISTED } from '../../testing/releases.ts'
import { CollegeMark } from '../../ui/CollegeMark.tsx'
import { SettingsPage } from './SettingsPage.tsx'

const NONE: SettingsOfCollege = {
  college_name: 'Khyber College',
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
  releases: UNLISTED,
  elsewhere: { place: null, keep: 30, key_made_at: null, last_try: null, last_copy: null, last_restore: null },
}

beforeEach(() => {
  sessionStorage.clear()
  signedIn(['admin'])
})

const part = async (name: string) => within(await screen.findByRole('region', { name }))
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
async function type(label: string, text: string): Promise<void> {
  await userEvent.clear(screen.getByLabelText(label))
  await userEvent.type(screen.getByLabelText(label), text)
}

function open(more: Partial<SettingsOfCollege> = {}) {
  const calls = served([settings.read, { data: { ...NONE, ...more } }])
  return { calls, ...renderPage(<SettingsPage />, '/settings') }
}

test('each part is saved for itself, and a wrong field says so below it', async () => {
  const { calls } = open()
  const college = await part('College')
  await type('Minimum attendance (%)', '101')
  await press('Save college')
  expect(college.getByText('Minimum attendance must be from 0 to 100')).toBeTruthy()
  served([settings.saveCollege, { data: { ...NONE, attendance_minimum: 80 } }])
  await type('Minimum attendance (%)', '80')
  await press('Save college')
  await expect
    .poll(() => bodiesTo(calls, settings.saveCollege))
    .toEqual([{ college_name: 'Khyber College', attendance_minimum: 80 }])
  const refusal = 'Backups must not lie among the data.'
  served([settings.saveBackup, refuse(422, 'Invalid.', { backup_dir: [refusal] })])
  await type('Directory', '/var/lib')
  await press('Save backup')
  expect((await (await part('Backup')).findAllByText(refusal)).length).toBeGreaterThan(0)
  expect(screen.getByText(`Validation error: Directory: ${refusal}`)).toBeTruthy()
  expect(bodiesTo(calls, settings.saveMail)).toEqual([])
})

test('what the environment sets is read only and says where it is set, and is not sent', async () => {
  const { calls } = open({ environment: { college_name: 'COLLEGE_NAME', mail_host: 'SMTP_URL' } })
  await part('College')
  expect(screen.getByLabelText('College name')).toHaveProperty('disabled', true)
  expect(screen.getByText('Set by COLLEGE_NAME in the environment')).toBeTruthy()
  expect(screen.getByLabelText('Password at the mail server')).toHaveProperty('disabled', true)
  served([settings.saveCollege, { data: NONE }])
  await press('Save college')
  await expect.poll(() => bodiesTo(calls, settings.saveCollege)).toEqual([{ attendance_minimum: 75 }])
})

test('typed text is a draft, and the password never is', async () => {
  const { calls, unmount } = open({ mail_signs_in: true })
  await part('Mail')
  expect(screen.getByText(/^One is set/)).toBeTruthy()
  await type('Mail server', 'mail.college.test')
  await type('User name at the mail server', 'elog')
  await type('Password at the mail server', 'Sesam-1')
  await type('Sender', 'elog@college.test')
  await type('Address of this site', 'https://elog.test')
  const kept = () => Object.values({ ...localStorage, ...sessionStorage }).join()
  expect(kept()).toContain('mail.college.test')
  expect(kept()).not.toContain('Sesam-1')
  served([settings.saveMail, refuse(422, 'Invalid.', { mail_password: ['Mail password is required'] })])
  await press('Save mail')
  expect(await (await part('Mail')).findByText('Mail password is required')).toBeTruthy()
  expect(bodiesTo(calls, settings.saveMail)).toEqual([
    {
      mail_host: 'mail.college.test',
      mail_port: 587,
      mail_security: 'starttls',
      mail_user: 'elog',
      mail_password: 'Sesam-1',
      mail_from: 'elog@college.test',
      public_url: 'https://elog.test',
    },
  ])
  unmount()
})

test('a test mail and a test restore show what came of them beside their buttons', async () => {
  const finished = { begun_at: '2026-11-29T10:00:00.000Z', finished_at: '2026-11-29T10:01:00.000Z', failure: null }
  const what = { taken_at: '2026-11-29T02:30:00.000Z', tables: 81, rows: 1234, files: 1, bytes: 4096 }
  open({ has_mail: true, backup_dir: '/mnt/backups', last_restore: { ...finished, ...what } })
  await part('Mail')
  served([settings.testMail, { data: { is_sent: false }, message: 'The mail server did not take it. It said: 550 no' }])
  await press('Send a test mail')
  expect(await screen.findByText(/It said: 550 no$/)).toBeTruthy()
  expect(screen.getByText(/is whole: 81 tables, 1,234 rows and 1 file \(/)).toBeTruthy()
  served([settings.testRestore, refuse(409, 'A test restore is under way. Please wait for its result.')])
  await press('Try a restore')
  expect(await screen.findByText(/is under way/)).toBeTruthy()
})

test('without a mail server or a directory there is nothing to try', async () => {
  open()
  await part('Mail')
  for (const name of ['Send a test mail', 'Try a restore'])
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true)
})

test('a logo is chosen, shown and removed; another kind of file is refused before it is sent', async () => {
  const { calls } = open()
  const logo = await part('Logo')
  const choose = (name: string) =>
    userEvent.upload(screen.getByLabelText('Logo file'), new File(['\x89PNG'], name), { applyAccept: false })
  await choose('logo.svg')
  expect(logo.getByText('File "logo.svg" is neither a PNG nor a JPEG.')).toBeTruthy()
  served(
    [settings.saveLogo, { data: { ...NONE, logo: 'logo.png' } }],
    [settings.read, { data: { ...NONE, logo: 'logo.png' } }],
    [settings.logo, new Response(new Uint8Array([1]), { headers: { 'content-type': 'image/png' } })],
  )
  await choose('logo.png')
  expect(await logo.findByRole('img', { name: 'The logo of the college' })).toBeTruthy()
  served([settings.removeLogo, { message: 'Logo removed successfully' }], [settings.read, { data: NONE }])
  await press('Remove logo')
  await expect.poll(() => screen.queryByRole('button', { name: 'Remove logo' })).toBeNull()
  expect(calls.filter(({ endpoint }) => endpoint === settings.saveLogo)).toHaveLength(1)
})

test('the people who sign are kept in their places, and half of one is refused', async () => {
  const { calls } = open({ signatories: [{ name: 'Prof. Ayesha Khan', title: 'Principal' }] })
  const signatories = await part('Signatories')
  await type('Name of signatory 2', 'Dr. Bilal Ahmad')
  await press('Save signatories')
  expect(signatories.getByText('Title is required')).toBeTruthy()
  served([settings.saveSignatories, { data: NONE }])
  await type('Title of signatory 2', 'Head of Medicine')
  await press('Save signatories')
  await expect
    .poll(() => bodiesTo(calls, settings.saveSignatories))
    .toEqual([
      {
        signatories: [
          { name: 'Prof. Ayesha Khan', title: 'Principal' },
          { name: 'Dr. Bilal Ahmad', title: 'Head of Medicine' },
        ],
      },
    ])
})
test('another name and another logo are in the header at once', async () => {
  open()
  const header = render(
    <>
      <CollegeMark />
      <CollegeName />
    </>,
  ).container
  const shown = () => [header.querySelector('img')?.getAttribute('src') ?? null, header.textContent]
  await part('College')
  await expect.poll(shown).toEqual([null, 'Khyber College'])
  const changed = { ...NONE, college_name: 'Swat College', logo: 'logo.png', logo_digest: 'ab12' }
  served(
    [settings.saveCollege, { data: changed }],
    [settings.read, { data: changed }],
    [settings.logo, new Response(new Uint8Array([1]), { headers: { 'content-type': 'image/png' } })],
  )
  await press('Save college')
  await expect.poll(shown).toEqual(['/api/settings/mark?digest=ab12', 'Swat College'])
  for (const tag of document.querySelectorAll('meta')) tag.remove()
})

const CollegeName = () => <span>{useCollegeName()}</span>
