import { useMutation } from '@tanstack/react-query'
import { logEntries } from '../../../shared/contract/log-entries.ts'
import { logSigning } from '../../../shared/contract/log-signing.ts'
import { counted } from '../../../shared/labels.ts'
import { newKey } from '../../core/new-key.ts'
import { toast } from '../../core/toasts.ts'
import { type DeviceRound, performances, type RoundNames } from './performances.ts'
import { sendSoon } from './sending.ts'
import { type SignBody, type SignByCodeBody, signatures } from './signatures.ts'

/** An entry of this device is named by the time of its posting. */
const deviceId = () => Date.now()

/** Says that a round waits for the network. */
export const KEPT = 'Kept on this device. It is sent when the network is back.'

/** Logs a round: it is kept on the device first, and sent once. Returns true when the server has it. */
export async function logRound(title: string, body: DeviceRound, about: RoundNames): Promise<boolean> {
  const id = deviceId()
  await performances.post(id, { title, endpoint: logEntries.create, body, about })
  return sendSoon(() => performances.entryOf(id))
}

interface Signed {
  /** The names of those whose entries are signed. */
  students: string
  count: number
  body: SignBody | SignByCodeBody
}

async function giveSignature({ students, count, body }: Signed): Promise<boolean> {
  const id = deviceId()
  // The title outlives the login, so it names nobody.
  const posted = { title: counted(count, 'performance'), about: { students }, key: newKey() }
  if ('code' in body) await signatures.post(id, { ...posted, endpoint: logSigning.signByCode, body })
  else await signatures.post(id, { ...posted, endpoint: logSigning.sign, body })
  const isSent = await sendSoon(() => signatures.entryOf(id))
  toast.success(
    isSent
      ? `${counted(count, 'performance')} signed.`
      : 'Your signature is kept on this device. It is sent when the network is back.',
  )
  return isSent
}

/** Signs: the signature is kept on the device first, and sent once, so it needs no network. */
export const useSigning = (onSigned: () => void) =>
  useMutation({ mutationFn: giveSignature, onSuccess: onSigned, networkMode: 'always' })
