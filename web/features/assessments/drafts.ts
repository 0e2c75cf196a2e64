import { useCallback, useEffect, useState } from 'react'
import { confirm } from '../../core/confirm.ts'
import { useLogin } from '../../core/login.ts'
import { allBegun, forgetBegun, onBegunElsewhere } from '../../offline/begun.ts'
import type { MarksDraft } from './results.rules.ts'

const START = 'results/'

/** The subject of a draft: an assessment, or a student in the assessments of a group. */
export type DraftOf = { of: 'assessment'; id: number } | { of: 'student'; id: number; groupId: number }

export const draftName = (draft: DraftOf) =>
  `${START}${draft.of}/${draft.id}${draft.of === 'student' ? `/${draft.groupId}` : ''}`

/** Marks that only this device has. */
export interface BegunMarks {
  name: string
  title: string
  of: 'assessment' | 'student'
  id: number
  place: MarksDraft['place']
}

function begunBy(owner: number): BegunMarks[] {
  return allBegun<MarksDraft>(owner, START).map(([rest, { title, value }]) => {
    const [of, id] = rest.split('/')
    return {
      name: START + rest,
      title,
      of: of === 'student' ? 'student' : 'assessment',
      id: Number(id),
      place: value.place,
    }
  })
}

/** Returns the person's drafts, read again when another tab changes one or when `opened` changes. */
export function useBegunMarks(opened: unknown): [readonly BegunMarks[], reload: () => void] {
  const owner = useLogin()?.user.id
  const [begun, setBegun] = useState<readonly BegunMarks[]>([])
  const reload = useCallback(() => setBegun(owner === undefined ? [] : begunBy(owner)), [owner])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a dialog that closes has changed its draft
  useEffect(() => {
    reload()
    return owner === undefined ? undefined : onBegunElsewhere(owner, START, reload)
  }, [owner, reload, opened])
  return [begun, reload]
}

/** Returns the ids of the drafts of a kind. */
export const begunIds = (begun: readonly BegunMarks[], of: BegunMarks['of'], groupId: number | undefined) =>
  new Set(begun.filter((one) => one.of === of && one.place.group_id === groupId).map(({ id }) => id))

/** Asks, then discards the typed marks. */
export async function discardMarks({ title }: { title: string }, discard: () => void): Promise<void> {
  const yes = await confirm({
    title: 'Discard marks?',
    subject: title,
    message: 'What you typed here is kept on this device only, and will be lost.',
    confirmLabel: 'Discard',
    cancelLabel: 'Keep',
    danger: true,
  })
  if (yes) discard()
}

export const forgetMarks = ({ name }: { name: string }) => forgetBegun(name)
