import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  kinds: {
    leave: {
      make: async ({ make, ids, student, tell }) => {
        const leave = await make.leaveRequest(student.id, [ids.department], { reason: tell('reason') })
        await make.leaveFile(leave, `%PDF-1.4 ${tell('certificate')}`)
        return leave
      },
      hiddenBeside: 'from students',
    },
  },
  ids: { '/leaves': 'leave' },
  filters: {
    '/leaves': {
      status: 'leave_answers.leave_id',
      department_id: 'leave_answers.department_id',
      student_id: 'leaves.student_id',
    },
  },
  files: {
    leave_files: {
      keep: async ({ at, medicine, student, keepFile }) => {
        const leave_id = await at.make.leaveRequest((await student()).id, [medicine])
        const file = await keepFile()
        await at.db
          .insertInto('leave_files')
          .values({ leave_id, name: 'a.pdf', type: 'application/pdf', ...file })
          .execute()
        return file.storage_key
      },
      address: (row) => `/leaves/${row.leave_id}/file/download`,
    },
  },
  goOn: ['/leaves/:id/decision', '/leaves/:id/withdrawal'],
  keptLists: { '/leaves': { table: 'leaves' } },
}
