import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  attendanceImports,
  departmentImports,
  designationImports,
  groupImports,
  type ImportKind,
  resultImports,
  skillImports,
  staffImports,
  studentImports,
} from '../../../shared/contract/imports.ts'
import { call } from '../../core/call.ts'
import { confirm } from '../../core/confirm.ts'
import { needsOf } from '../../core/needs.ts'
import { dataOf, queryOf } from '../../core/queries.ts'
import { toast } from '../../core/toasts.ts'
import { undoMessage } from './rules.ts'

export const CALLS = {
  students: studentImports,
  staff: staffImports,
  skills: skillImports,
  departments: departmentImports,
  designations: designationImports,
  groups: groupImports,
  results: resultImports,
  attendance: attendanceImports,
}

export const pastImportsQuery = (kind: ImportKind) => queryOf(CALLS[kind].recent, {}, { select: dataOf })

export const needsOfImport = (kind: ImportKind) =>
  needsOf(({ can }) => [can(`${kind}:write`) && pastImportsQuery(kind)])

/** An import that can be undone, as a question about it names it. */
export interface Undoable {
  id: number
  file_name?: string
  created: number
}

/** Undoes an import, once the person has said yes. So many records change nearly everywhere. */
export function useUndo(kind: ImportKind, onUndone?: () => void) {
  const client = useQueryClient()
  const undoing = useMutation({
    mutationFn: ({ id }: Undoable) => call(CALLS[kind].undo, { params: { id } }),
    onSuccess: () => {
      toast.success('The import was undone.')
      onUndone?.()
    },
    onSettled: () => client.invalidateQueries(),
  })
  async function ask(past: Undoable): Promise<void> {
    undoing.reset()
    const yes = await confirm({
      title: 'Undo this import?',
      ...(past.file_name !== undefined && { subject: past.file_name }),
      message: undoMessage(kind, past),
      confirmLabel: 'Undo',
      danger: true,
    })
    if (yes) undoing.mutate(past)
  }
  return { ask, isUndoing: undoing.isPending, undoingId: undoing.variables?.id, error: undoing.error }
}
