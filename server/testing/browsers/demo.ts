import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from '@playwright/test'
import { afterAll } from 'vitest'
import { cuttingNetwork } from '../../../e2e/cutting.ts'
import { apiAs } from '../../../e2e/steps.ts'
import { buildPages } from '../built.ts'
import { startProduct } from '../product.ts'

/**
 * The built product over a demo college of its own, ended after the test file; called once, at its top. Browsers reach
 * it through `network`; `api` calls it past that.
 */
export async function demoCollege() {
  buildPages()
  const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-browsers-'))
  chmodSync(directory, 0o755)
  const environment = {
    DATA_DIR: join(directory, 'demo'),
    FILES_URL: '',
    SMTP_URL: '',
    COLLEGE_TIMEZONE: 'Asia/Karachi',
  }
  const product = await startProduct(environment, '--demo')
  const target = product.base.replace(/\/api$/, '')
  const network = await cuttingNetwork(target)
  const api = await request.newContext({ baseURL: target })
  afterAll(async () => {
    await api.dispose()
    network.close()
    await product.end('SIGTERM')
    rmSync(directory, { recursive: true, force: true })
  })
  return { network, api }
}

type Api = Awaited<ReturnType<typeof demoCollege>>['api']

/** A task out of 20 for the demo student's group in Medicine. */
export async function newTask(api: Api, name: string) {
  const student = await apiAs(api, 'student')
  const { data } = await (await student.get('/groups?status=active')).json()
  const group = data.find((one: { department: { name: string } }) => one.department.name === 'Medicine')
  const place = { department_id: group.department_id, group_id: [group.id] }
  const hod = await apiAs(api, 'hod')
  const made = await hod.post('/tasks', { name, ...place, total_marks: 20, passing_marks: 10, status: 'active' })
  const { id } = (await made.json()).data
  const list = `/tasks?department_id=${group.department_id}&batch_id=${group.batch_id}&group_id=${group.id}&fetched=yes`
  return { id, opened: (dialog: string) => `${list}&modal=${dialog}&id=${id}` }
}
