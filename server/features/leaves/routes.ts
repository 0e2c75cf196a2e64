import { leaves } from '../../../shared/contract/leaves.ts'
import { forbidden, found } from '../../core/errors.ts'
import { studentOf } from '../../core/scope.ts'
import { fileRoutes } from '../../http/file-routes.ts'
import { changing } from '../../http/records.ts'
import { type Call, routes } from '../../http/routes.ts'
import { lockStudent } from '../students/reads.ts'
import { findLeaveFile, listLeaves, lockLeave, readLeave } from './reads.ts'
import { askedDepartments, createLeave, decideLeave, withdrawLeave } from './writes.ts'

export const leaveRoutes = routes(leaves, {
  list: ({ db, caller, query, page }) => listLeaves(db, caller, query, page),

  read: async ({ db, caller, params }) => ({ data: await readLeave(db, caller, params.id) }),

  create: async ({ db, write, caller, receive }) => {
    const student = studentOf(caller)
    if (!student) throw forbidden('Only students ask for leave.')
    await using form = await receive()
    // Refuses before a file is kept.
    await askedDepartments(db, caller, student.id, form.fields)
    const data = await form.keep(([file]) =>
      write(async (tx) => {
        // Requests of a student come one after the other, so that nothing is asked for twice.
        await lockStudent(tx, caller, student.id)
        return createLeave(tx, caller, student.id, form.fields, file)
      }),
    )
    return { data }
  },

  decide: changing(lockLeave, decideLeave),

  withdraw: async ({ write, caller, params }) => {
    if (!studentOf(caller)) throw forbidden('Only students withdraw their leave requests.')
    return {
      data: await write(async (tx) => withdrawLeave(tx, caller, await lockLeave(tx, caller, params.id))),
    }
  },

  ...fileRoutes(async ({ db, caller, params }: Call<typeof leaves.view>) => {
    const leave = await readLeave(db, caller, params.id)
    return found('File', await findLeaveFile(db, leave.id))
  }),
})
