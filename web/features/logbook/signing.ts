import { useMutation } from '@tanstack/react-query'
import { logSigning } from '../../../shared/contract/log-signing.ts'
import { counted } from '../../../shared/labels.ts'
import { newKey } from '../../core/new-key.ts'
import { toast } from '../../core/toasts.ts'
import { deviceId } from './rules.ts'
import { sendSoon } from './sending.ts'
import { type SignBody, type SignByCodeBody, signatures } from './signatures.ts'

interface Signed {
  /** The names of those whose entries are signed. */
  title: string
  count: number
  body: SignBody | SignByCodeBody
}

async function sign({ title, count, body }: Signed): Promise<boolean> {
  const id = deviceId()
  const posted = { title, about: null, key: newKey() }
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
  useMutation({ mutationFn: sign, onSuccess: onSigned, networkMode: 'always' })
