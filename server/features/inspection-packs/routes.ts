import { inspectionPacks } from '../../../shared/contract/inspection-packs.ts'
import type { Caller } from '../../core/caller.ts'
import { forbidden, found, invalid } from '../../core/errors.ts'
import { recordExport } from '../../core/exports.ts'
import { departmentOf } from '../../core/scope.ts'
import { discard } from '../../files/keeping.ts'
import { sendFile } from '../../files/sending.ts'
import { routes } from '../../http/routes.ts'
import type { JobKind } from '../../jobs/kinds.ts'
import { findBatch } from '../batches/reads.ts'
import { findFile, listPacks, lockPack, readPack } from './reads.ts'
import { createPack, deletePack } from './writes.ts'

/** With the eyes of a department a pack would leave the others out. */
function refuseDepartment(caller: Caller): void {
  if (departmentOf(caller) !== undefined)
    throw forbidden('Inspection packs are made by people who see the whole college.')
}

/** Over the job that makes a pack of the parts that the features give. */
export const packRoutes = (job: JobKind<{ pack_id: number }>) =>
  routes(inspectionPacks, {
    list: ({ db, caller, page }) => listPacks(db, caller, {}, page),

    create: async ({ write, afterCommit, caller, body, services: { jobs } }) => {
      refuseDepartment(caller)
      const made = await write(async (tx) => {
        if (!(await findBatch(tx, caller, body.batch_id))) throw invalid({ batch_id: ['Batch does not exist'] })
        const pack = await createPack(tx, caller, body)
        await jobs.add(tx, job, [{ pack_id: pack.id }])
        return pack
      })
      afterCommit(async () => jobs.hurry())
      return { data: made }
    },

    remove: async ({ write, afterCommit, caller, params, services, request }) => {
      const key = await write(async (tx) => deletePack(tx, caller, await lockPack(tx, caller, params.id, 'deletion')))
      afterCommit(() => discard(services.files, key === undefined ? [] : [key], request.log))
      return { message: 'Inspection pack removed successfully' }
    },

    download: async (call) => {
      const { db, caller, params, services, reply } = call
      const pack = await readPack(db, caller, params.id)
      const file = found('File', await findFile(db, pack))
      const filters = { batch_id: pack.batch.id, from: pack.from, to: pack.to }
      await recordExport(call, { what: 'inspection pack', format: 'zip', rows: pack.files_done, filters, id: pack.id })
      return sendFile(reply, services.files, file, { disposition: 'attachment' })
    },
  })
