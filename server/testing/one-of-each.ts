import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { diskStore } from '../files/disk.ts'
import type { TestApp } from './app.ts'
import { makerOf, walked } from './walked.ts'
import type { FrameIds, KindIds, OneOfEach } from './walks.ts'

/** The places of the records, where they are not to be in a department, batch, group and student of their own. */
interface Within {
  department?: number
  batch?: number
  group?: number
  student?: { id: number; userId: number }
  /** The status of the survey; active unless said. */
  survey?: 'draft'
}

/** Makes a record of each kind that belong to one department, batch, group and student; `tell` writes every text of them. */
export async function oneOfEach(
  { db, make, filesDirectory }: TestApp,
  tell: (what: string) => string,
  place: Within = {},
): Promise<OneOfEach> {
  const store = diskStore(join(filesDirectory, 'files'))
  const fileName = `${tell('file').replace(/\W/g, '')}.pdf`
  const keepFile = async () => {
    const content = `%PDF-1.4\n% ${tell('content')}\n%%EOF\n`
    const path = await store.temporaryPath()
    await writeFile(path, content)
    const sha256 = createHash('sha256').update(content).digest()
    return { name: fileName, size: content.length, sha256, storage_key: await store.keep(path) }
  }
  const department = place.department ?? (await make.department({ name: tell('department') }))
  const batch = place.batch ?? (await make.batch({ name: tell('batch'), description: tell('batch description') }))
  const group =
    place.group ??
    (await make.group(batch, department, { name: tell('group'), description: tell('group description') }))
  const user = (what: string) =>
    make.user({ name: tell(what), email: `${tell(what).replace(/\W/g, '').toLowerCase()}@college.test` })

  const student = place.student ?? (await make.student(batch, group, { description: tell('student description') }))
  if (!place.student) {
    const name = tell('student')
    const email = `${name.replace(/\W/g, '').toLowerCase()}@college.test`
    await db.updateTable('users').set({ name, email }).where('id', '=', student.userId).execute()
  }
  const teacher = await user('teacher')
  await make.giveRole(teacher, 'faculty')
  const designation = await make.designation({ name: tell('designation') })
  const staff = await make.staff(teacher, department, {
    designation_id: designation,
    description: tell('staff description'),
  })
  const role = await db
    .insertInto('roles')
    .values({ name: tell('role') })
    .returning('id')
    .executeTakeFirstOrThrow()

  const ids: FrameIds = {
    user: teacher,
    role: role.id,
    department,
    designation,
    batch,
    group,
    student: student.id,
    staff,
  }
  const made: Record<string, number> = { ...ids }
  const idOf = async (kind: string): Promise<number> => {
    made[kind] ??= await makerOf(kind)({ db, make, ids, student, tell, fileName, keepFile, survey: place.survey, idOf })
    return made[kind]
  }
  for (const kind of Object.keys(walked('kinds'))) await idOf(kind)
  return { ids: made as KindIds, fileName, userOfStudent: student.userId }
}
