// A worker thread: the least that a file of students takes, its lines parsed and each row checked by the contract.
import { parentPort } from 'node:worker_threads'
import { parse } from 'csv-parse/sync'
import * as z from 'zod/mini'
import { StudentInput } from '../shared/contract/students.ts'

parentPort?.on('message', (text: string) => {
  const rows: Record<string, string>[] = parse(text, { columns: true })
  const right = rows.filter((row) => {
    const given = {
      name: row.Name,
      roll_no: row['Roll Number'],
      email: row.Email,
      phone: row.Phone,
      gender: row.Gender?.toLowerCase(),
      date_of_birth: row['Date of Birth'],
      batch_id: 1,
    }
    return z.safeParse(StudentInput, given).success
  })
  parentPort?.postMessage(right.length)
})
