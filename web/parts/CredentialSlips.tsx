import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import type { Credential } from '../../shared/contract/accounts.ts'
import { harmless, QUOTED } from '../../shared/formulas.ts'
import { signInNameOf } from '../../shared/sign-in-name.ts'
import { messageOf } from '../core/api-error.ts'
import { saveFile } from '../core/downloads.ts'
import { collegeName } from '../core/page-config.ts'
import { toast } from '../core/toasts.ts'
import { Button } from '../ui/buttons.tsx'
import { CollegeMark } from '../ui/CollegeMark.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { EmailText } from '../ui/EmailText.tsx'
import { Group, Stack } from '../ui/elements.tsx'
import { OnPaper } from '../ui/OnPaper.tsx'
import { PagesRow } from '../ui/PagesRow.tsx'
import { PersonName } from '../ui/PersonName.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import { DOT } from '../ui/texts.ts'
import classes from './CredentialSlips.module.css'

/** The heading of what people sign in with: their emails, unless one of them has none. */
const nameHeading = (credentials: readonly Credential[]) =>
  credentials.every(({ email }) => email !== null) ? 'Email' : 'Sign in with'

const columnsOf = (credentials: readonly Credential[]): readonly Column<Credential>[] => [
  {
    header: 'Name',
    cell: ({ name, roll_no }) => (
      <div className={classes.long}>
        <strong>
          <PersonName name={name} />
        </strong>
        {roll_no && <div>{roll_no}</div>}
      </div>
    ),
  },
  { header: nameHeading(credentials), cell: (one) => <EmailText email={signInNameOf(one)} /> },
  {
    header: 'Initial password',
    cell: ({ initial_password }) => <code className={classes.password}>{initial_password}</code>,
  },
]

/** Neutralises the cells that a spreadsheet would run as a formula. */
async function sheetOf(credentials: readonly Credential[]): Promise<Blob> {
  const { stringify } = await import('csv-stringify/browser/esm/sync')
  const text = stringify(
    credentials.map((one) => [one.roll_no ?? '', one.name, signInNameOf(one), one.initial_password].map(harmless)),
    {
      header: true,
      columns: ['Roll Number', 'Name', nameHeading(credentials), 'Initial Password'],
      quoted_match: QUOTED,
      bom: true,
    },
  )
  return new Blob([text], { type: 'text/csv' })
}

interface Props {
  credentials: readonly Credential[]
  /** The people's batch or department, for the slips and the file's name: "MBBS 2026". */
  of: string
  /** Called when the file was handed to the browser: the passwords are no longer lost with the page. */
  onKept?: () => void
}

/** An import may make thousands: the screen shows them in pages, the paper all at once. */
const ROWS_SHOWN = 100

/** Shows initial passwords as a table, as a file, and on paper as slips to cut apart. */
export function CredentialSlips({ credentials, of, onKept }: Props) {
  const [page, setPage] = useState(1)
  const meta = { page, per_page: ROWS_SHOWN, total: credentials.length }
  const shown = credentials.slice((page - 1) * ROWS_SHOWN, page * ROWS_SHOWN)

  async function download() {
    try {
      saveFile(await sheetOf(credentials), `initial-passwords-${of.replace(/[^\p{L}\p{N}]+/gu, '-')}.csv`)
      onKept?.()
    } catch (error) {
      toast.error(messageOf(error))
    }
  }

  return (
    <Stack gap="md">
      <Group gap="xs">
        <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          Print slips
        </Button>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={download}>
          Download CSV
        </Button>
      </Group>
      <DataTable
        caption="Initial passwords"
        columns={columnsOf(credentials)}
        rows={shown}
        rowKey={({ user_id }) => user_id}
      />
      <PagesRow meta={meta} onPage={setPage} />
      <OnPaper className={classes.sheet}>
        {() => credentials.map((credential) => <Slip key={credential.user_id} credential={credential} of={of} />)}
      </OnPaper>
    </Stack>
  )
}

function Slip({ credential, of }: { credential: Credential; of: string }) {
  const { name, roll_no, initial_password } = credential
  return (
    <div className={classes.slip}>
      <div className={classes.code}>
        {/* The address alone: a picture of the slip's code is no password. */}
        <QrCode text={`${window.location.origin}/login`} label="Address of the sign-in" />
      </div>
      <div className={classes.college}>
        <CollegeMark />
        {collegeName()}
        {DOT}
        {of}
      </div>
      <div className={classes.name}>
        <PersonName name={name} />
      </div>
      {roll_no && <div>{roll_no}</div>}
      <dl className={classes.facts}>
        <dt>Address</dt>
        <dd>{window.location.origin}</dd>
        <dt>{nameHeading([credential])}</dt>
        <dd>{signInNameOf(credential)}</dd>
        <dt>Initial password</dt>
        <dd>
          <code>{initial_password}</code>
        </dd>
      </dl>
      <div>You choose your own password at the first sign-in. Keep this slip to yourself.</div>
    </div>
  )
}
