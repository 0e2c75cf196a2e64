import type { ImportKind } from '../../../shared/contract/imports.ts'
import { getLogin } from '../../core/login.ts'
import { forget, keep, kept } from '../../offline/device.ts'
import type { Answers } from './rules.ts'

// A file under way with its answers, kept on the device until it is imported, so that a reload costs nothing of it.

interface KeptFile {
  name: string
  type: string
  bytes: ArrayBuffer
  answers: Answers
}

const nameOf = (kind: ImportKind) => `import-file/${kind}`

/** Keeps a file with what was answered about it, in place of the former one. */
export async function keepFile(kind: ImportKind, file: File, answers: Answers): Promise<void> {
  const owner = getLogin()?.user.id
  if (owner === undefined) return
  const value: KeptFile = { name: file.name, type: file.type, bytes: await file.arrayBuffer(), answers }
  // Without room on the device it is chosen anew after a reload.
  await keep(owner, nameOf(kind), value).catch(() => undefined)
}

export async function keptFile(kind: ImportKind): Promise<{ file: File; answers: Answers } | undefined> {
  const owner = getLogin()?.user.id
  const found = owner === undefined ? undefined : await kept<KeptFile>(owner, nameOf(kind)).catch(() => undefined)
  if (!found || !(found.value.bytes instanceof ArrayBuffer)) return undefined
  const { name, type, bytes, answers } = found.value
  return { file: new File([bytes], name, { type }), answers }
}

export async function forgetFile(kind: ImportKind): Promise<void> {
  const owner = getLogin()?.user.id
  if (owner !== undefined) await forget(owner, nameOf(kind)).catch(() => undefined)
}
