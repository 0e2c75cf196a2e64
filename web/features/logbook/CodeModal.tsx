import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type LogEntry, logEntries } from '../../../shared/contract/log-entries.ts'
import { type LogCode, logSigning } from '../../../shared/contract/log-signing.ts'
import { counted } from '../../../shared/labels.ts'
import { LOG_ENTRIES_MAX } from '../../../shared/limits.ts'
import { ApiError, unreached } from '../../core/api-error.ts'
import { call } from '../../core/call.ts'
import { formatInstant } from '../../core/formats.ts'
import { newKey } from '../../core/new-key.ts'
import { keyOf, refresh } from '../../core/queries.ts'
import { ListState } from '../../layout/ListState.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Skeleton, Stack, Text } from '../../ui/elements.tsx'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { ownEntriesQuery } from './api.ts'
import classes from './CodeModal.module.css'
import { addressOfAhead, asDeviceEntry, PICTURE_MAX, wholeAddress } from './code-picture.ts'
import { codeAheadFor, keepCodesAhead } from './codes-ahead.ts'
import { STALE } from './stale.ts'
import { useWaiting, type WaitingFor } from './waiting.ts'

/** The time between two looks at what has been signed. */
const LOOK_MS = 3_000

interface Props {
  student: { id: number; name: string }
  /** The supervisor to begin with. */
  supervisorId: number | undefined
  onClose: () => void
}

const TITLE = 'Show Code'

/** Shows a code under which a supervisor signs what the student has just logged. */
export function CodeModal({ student, supervisorId, onClose }: Props) {
  const waiting = useWaiting(student.id)
  const [chosen, setChosen] = useState(supervisorId)
  // The entries that waited when a supervisor was first shown; one that waits no more may have come back, too.
  const [begun, setBegun] = useState<WaitingFor>()
  const shownId = chosen ?? begun?.id ?? waiting[0]?.id
  const one = waiting.find(({ id }) => id === shownId)
  if (one && begun?.id !== one.id) setBegun(one)
  const { data: signedEntries = [] } = useQuery(ownEntriesQuery(student.id, 'signed'))
  const signed = begun ? signedOf(begun, signedEntries) : 0
  // The answer with what is signed may come before the one with what still waits, and the dialog may be closed then.
  useSignedMeanwhile(waiting.reduce((sum, { count }) => sum + count, 0) - signed)

  return (
    <Modal title={TITLE} onClose={onClose} footer={<CloseFooter onClose={onClose} />}>
      <Stack gap="md" align="center">
        {(!one || signed > 0) && (
          <Alert color="green" role="status">
            {begun ? signedText(begun, signed, one !== undefined) : 'Nothing waits for a signature.'}
          </Alert>
        )}
        {waiting.length > (one ? 1 : 0) && (
          <SelectField
            label="Supervisor"
            {...(!one && { blank: 'Show the code for another one' })}
            options={waiting.map(({ id, name, count }) => ({ value: String(id), label: `${name} (${count})` }))}
            value={String(one?.id ?? '')}
            onChange={(event) => setChosen(Number(event.currentTarget.value))}
          />
        )}
        {one && <OneCode key={`${one.id} ${keysOf(one).join()}`} waiting={one} student={student} />}
      </Stack>
    </Modal>
  )
}

/** Counts those of the entries that are signed now. */
const signedOf = ({ unsent, entries }: WaitingFor, signed: readonly LogEntry[]) =>
  signed.filter(({ id, key }) => entries.some((one) => one.id === id) || unsent.some(({ entry }) => entry.key === key))
    .length

/** Says how much of what waited for a supervisor is signed. */
function signedText({ name, count }: WaitingFor, signed: number, isMore: boolean): string {
  if (signed === 0) return `Nothing waits for ${name} any more.`
  if (signed >= count) return `Signed by ${name}.`
  return `${counted(signed, 'performance')} signed by ${name}.${isMore ? ' This is the next code.' : ''}`
}

/** Asks again for what waits, while the code is shown, and for the counts once less of it is open. */
function useSignedMeanwhile(count: number): void {
  const client = useQueryClient()
  const before = useRef(count)
  useEffect(() => {
    if (count < before.current) void refresh(client, STALE).catch(() => undefined)
    before.current = count
  }, [client, count])
  useEffect(() => {
    const timer = setInterval(() => void refresh(client, [logEntries]).catch(() => undefined), LOOK_MS)
    return () => clearInterval(timer)
  }, [client])
}

/** The keys of what one code is for, at most as many as it takes. */
const keysOf = ({ unsent, entries }: WaitingFor) =>
  [...unsent.map(({ entry }) => entry.key ?? ''), ...entries.map(({ key, id }) => key ?? `id-${id}`)].slice(
    0,
    LOG_ENTRIES_MAX,
  )

interface ShownCode {
  code: string
  address: string
  expiresAt: string
  isOnline: boolean
}

const NO_CODE_LEFT =
  'There is no network, and this device has no code left for that. Ask again when it is back: nothing is lost.'
const TOO_LONG =
  'There is no network, and these entries have too much text for a picture. Ask again when it is back: nothing is lost.'

/** Makes a code on the server, which has all the entries then; none while it can't be reached. */
async function codeOnline({ unsent, entries }: WaitingFor): Promise<LogCode | undefined> {
  if (unsent.length > 0) return undefined
  const ids = entries.slice(0, LOG_ENTRIES_MAX).map(({ id }) => id)
  try {
    return (await call(logSigning.makeCode, { body: { ids }, key: newKey() } as never)).data
  } catch (error) {
    if (!unreached(error)) throw error
    return undefined
  }
}

/**
 * Gets a code, from the server if it can be reached. Its picture holds the entries themselves, by a code that is kept
 * ahead: either of the two phones may be without network.
 */
async function codeFor(waiting: WaitingFor, student: Props['student']): Promise<ShownCode> {
  const held = [
    ...waiting.unsent.map(({ entry }) => entry),
    ...waiting.entries.map((entry) => asDeviceEntry(entry)),
  ].slice(0, LOG_ENTRIES_MAX)
  const entries = held.flatMap((entry) => entry ?? [])
  const online = await codeOnline(waiting)
  const ahead = entries.length === held.length ? await codeAheadFor(keysOf(waiting)) : undefined
  if (online) void keepCodesAhead().catch(() => undefined)
  const whole = ahead && addressOfAhead(ahead, student.name, entries, online?.url)
  const isTooLong = whole !== undefined && whole.length > PICTURE_MAX
  const { code, expires_at } = online ?? ahead ?? {}
  if (code === undefined || expires_at === undefined || (isTooLong && !online))
    throw new ApiError(0, isTooLong ? TOO_LONG : NO_CODE_LEFT)
  return {
    code,
    address: whole === undefined || isTooLong ? wholeAddress(online?.url ?? '') : whole,
    expiresAt: expires_at,
    isOnline: online !== undefined,
  }
}

function OneCode({ waiting, student }: { waiting: WaitingFor; student: Props['student'] }) {
  const code = useQuery({
    // With a body it is not asked for again with the entries: each code is used up.
    queryKey: keyOf(logSigning.makeCode, { body: keysOf(waiting) }),
    queryFn: () => codeFor(waiting, student),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    networkMode: 'always',
  })
  const skills = [...waiting.unsent.map(({ skill }) => skill), ...waiting.entries.map(({ skill }) => skill.name)]
  return (
    <>
      <Text ta="center">
        <bdi>{waiting.name}</bdi> opens Logbook, Sign by code, and scans this
        {code.data?.isOnline !== false && ', or types the digits'}.
      </Text>
      <ListState query={code} skeleton={<Skeleton height={320} />}>
        {(data) => (
          <>
            <div className={classes.picture}>
              <QrCode text={data.address} label={`Code for ${waiting.name}`} large />
            </div>
            <output className={classes.digits} aria-label="Six digits">
              {data.code.slice(0, 3)} {data.code.slice(3)}
            </output>
            <Text size="sm" c="dimmed" ta="center">
              {data.isOnline
                ? `For one use, until ${formatInstant(data.expiresAt)}.`
                : 'Without network: the picture holds the entries themselves. The digits alone need it.'}
            </Text>
          </>
        )}
      </ListState>
      <Text ta="center" size="sm">
        {waiting.count > LOG_ENTRIES_MAX && `${LOG_ENTRIES_MAX} of `}
        {counted(waiting.count, 'performance')}: <bdi>{[...new Set(skills.slice(0, LOG_ENTRIES_MAX))].join(', ')}</bdi>
      </Text>
    </>
  )
}
