import { type LogCodeAhead, logSigning } from '../../../shared/contract/log-signing.ts'
import { call } from '../../core/call.ts'
import { getLogin } from '../../core/login.ts'
import { newKey } from '../../core/new-key.ts'
import { shelf } from '../../offline/shelf.ts'

/** A code kept for when there is no network, and the entries that it has been shown for. */
interface KeptCode extends LogCodeAhead {
  /** The keys of the entries, joined. */
  shownFor?: string
}

const codes = shelf<KeptCode[]>('log-codes/')

/** With fewer than these the device asks for more. */
const FEW = 2

async function standing(): Promise<KeptCode[]> {
  const kept = await codes.find('')
  const now = new Date().toISOString()
  return (kept?.value ?? []).filter(({ expires_at }) => expires_at > now)
}

const keepAll = (all: KeptCode[]) => codes.keep(getLogin()?.user.id, '', all)

/** Keeps more codes on the device when few are left. A device that gets none works with the network only. */
export async function keepCodesAhead(): Promise<void> {
  const before = await standing()
  if (before.filter(({ shownFor }) => shownFor === undefined).length >= FEW) return
  const { data } = await call(logSigning.makeCodesAhead, { key: newKey() } as never)
  // One may have been shown meanwhile.
  await keepAll([...(await standing()), ...data])
}

/** Returns the code for entries of these keys: the one that they were shown under, or an unused one, if there is any. */
export async function codeAheadFor(keys: readonly string[]): Promise<LogCodeAhead | undefined> {
  const shownFor = keys.join()
  const kept = await standing()
  const code = kept.find((one) => one.shownFor === shownFor) ?? kept.find((one) => one.shownFor === undefined)
  if (code && code.shownFor === undefined) await keepAll(kept.map((one) => (one === code ? { ...one, shownFor } : one)))
  return code
}
