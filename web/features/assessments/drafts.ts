import { useEffect, useMemo } from 'react'
import { confirmDiscard, forgetBegun, useAllBegun } from '../../offline/begun.ts'
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

/** Returns the person's drafts, read again when another tab changes one or when `opened` changes. */
export function useBegunMarks(opened: unknown): [readonly BegunMarks[], reload: () => void] {
  const [drafts, reload] = useAllBegun<MarksDraft>(START)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a dialog that closes has changed its draft
  useEffect(reload, [opened])
  const begun = useMemo(
    () =>
      drafts.map(([rest, { title, value }]): BegunMarks => {
        const [of, id] = rest.split('/')
        const isStudent = of === 'student'
        return {
          name: START + rest,
          title,
          of: isStudent ? 'student' : 'assessment',
          id: Number(id),
          place: value.place,
        }
      }),
    [drafts],
  )
  return [begun, reload]
}

/** Returns the ids of the drafts of a kind. */
export const begunIds = (begun: readonly BegunMarks[], of: BegunMarks['of'], groupId: number | undefined) =>
  new Set(begun.filter((one) => one.of === of && one.place.group_id === groupId).map(({ id }) => id))

/** Asks, then discards the typed marks. */
export async function discardMarks({ title }: { title: string }, discard: () => void): Promise<void> {
  const message = 'What you typed here is kept on this device only, and will be lost.'
  if (await confirmDiscard({ title: 'Discard marks?', subject: title, message })) discard()
}

export const forgetMarks = ({ name }: { name: string }) => forgetBegun(name)
