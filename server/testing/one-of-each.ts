import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openLogin } from '../core/login.ts'
import { diskStore } from '../files/disk.ts'
import type { TestApp } from './app.ts'
import type { Kind } from './id-places.ts'

/** The id of a record of each kind, and whose they are. */
export interface OneOfEach {
  ids: Record<Kind, number>
  /** The name of every file among them. */
  fileName: string
  userOfStudent: number
}

/** The place for the records, where they are not to be in a department, batch, group and student of their own. */
interface Place {
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
  place: Place = {},
): Promise<OneOfEach> {
  const store = diskStore(join(filesDirectory, 'files'))
  const fileName = `${tell('file').replace(/\W/g, '')}.pdf`
  const file = async () => {
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

  const task = await make.task(department, [group], {
    name: tell('task'),
    detail: tell('task detail'),
    description: tell('task description'),
  })
  const submission = await make.submission(task, student.id, {
    remarks: tell('handed in'),
    faculty_remarks: tell('faculty remarks'),
  })
  await db
    .insertInto('submission_files')
    .values({ ...(await file()), submission_id: submission })
    .execute()
  const former = await db
    .insertInto('former_submission_files')
    .values({ ...(await file()), submission_id: submission })
    .returning('id')
    .executeTakeFirstOrThrow()

  const session = await make.session(group, {
    staff_id: staff,
    status: 'completed',
    taken_at: new Date(),
    remarks: tell('session'),
  })
  const entry = await make.entry(session, student.id, { remarks: tell('mark') })
  const announcement = await make.announcement({
    title: tell('announcement'),
    text: tell('announced'),
    department_id: department,
    created_by: teacher,
  })
  await db
    .insertInto('announcement_files')
    .values({ ...(await file()), announcement_id: announcement, type: 'application/pdf' })
    .execute()
  const leave = await make.leaveRequest(student.id, [department], { reason: tell('reason') })
  await make.leaveFile(leave, `%PDF-1.4 ${tell('certificate')}`)
  const assessment = await make.assessment(group, {
    name: tell('assessment'),
    detail: tell('assessment detail'),
    weightage: 10,
  })
  const result = await make.result(assessment, student.id, { marks: 12.5, remarks: tell('result') })
  const library = await make.libraryEntry(
    department,
    {
      title: tell('entry'),
      detail: tell('entry detail'),
      description: tell('entry description'),
      batch_id: batch,
      uploaded_by: teacher,
      filename: fileName,
    },
    tell('content'),
  )

  const told = {
    title: tell('case'),
    description: tell('case description'),
    internal_notes: tell('notes'),
    reported_by: teacher,
  }
  const about = await make.reporting(student.id, staff, { ...told, is_confidential: true })
  const withdrawn = await make.reporting(student.id, staff, {
    ...told,
    withdrawn_at: new Date(),
    withdrawn_by: teacher,
  })
  const caseEntry = await db
    .insertInto('reporting_entries')
    .values({ reporting_id: about, kind: 'comment', author_id: teacher, text: tell('note') })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('reporting_files')
    .values({ ...(await file()), reporting_entry_id: caseEntry.id, position: 0, type: 'application/pdf' })
    .execute()

  const survey = await make.survey({
    title: tell('survey'),
    description: tell('survey description'),
    status: place.survey ?? 'active',
    department_id: department,
    batch_id: batch,
    group_id: group,
    created_by: teacher,
  })
  const asked = { title: tell('question'), question_text: tell('asked'), help_text: tell('help') }
  const question = await make.question(survey, asked)
  const pooled = await make.poolQuestion({ ...asked, department_id: department, created_by: teacher, is_public: false })
  const answers = JSON.stringify({ [question]: tell('answer') })
  const response = await make.response(survey, student.id, { answers })
  await db.transaction().execute((tx) => openLogin(tx, student.userId, tell('browser')))
  const login = await db
    .selectFrom('logins')
    .select('id')
    .where('user_id', '=', student.userId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

  return {
    ids: {
      user: teacher,
      role: role.id,
      department,
      designation,
      batch,
      group,
      student: student.id,
      staff,
      task,
      submission,
      'former-file': former.id,
      session,
      entry,
      leave,
      announcement,
      assessment,
      result,
      library,
      case: about,
      'withdrawn-case': withdrawn,
      'case-entry': caseEntry.id,
      survey,
      question,
      'pool-question': pooled,
      response,
      login: login.id,
    },
    fileName,
    userOfStudent: student.userId,
  }
}
