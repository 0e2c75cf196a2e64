import { requestText } from './asking.ts'
import type { College } from './college.ts'
import { compete, overHttp, type Plan } from './contest.ts'
import type { OpenedScreens } from './opened-screens.ts'
import { startBare } from './processes.ts'
import { atMost, perSecond, type Result } from './report.ts'
import { recordStatements } from './statements.ts'

/** Compares the server's work for a screen with a list of 60 behind a bare handler: how many times as long it takes. */
export async function benchServed(opened: OpenedScreens, college: College, plan: Plan): Promise<Result[]> {
  const { logins, of, batchId, origin, url } = opened
  const { groupId, departmentId } = of.hod
  const path = `/api/student-groups/group/${groupId}/active`
  const recorder = { url, directory: college.directory, token: logins.hod.token }
  const [statements = []] = await recordStatements(recorder, [{ method: 'GET', path }])
  const headers = { authorization: `Bearer ${logins.student.token}` }
  const { data } = (await (await fetch(`${origin}/api/start`, { headers })).json()) as {
    data: { student: { id: number } }
  }
  const asked = {
    'record of a student': [`/api/attendance-submissions/student/${data.student.id}/record?entries=25`, 'student'],
    'report of 60': [
      `/api/student-reports?department_id=${departmentId}&batch_id=${batchId}&group_id=${groupId}&page=1&per_page=100`,
      'hod',
    ],
  } as const
  const port = Number(new URL(origin).port)
  const bare = await startBare({ url, routes: { '/same': statements } })
  try {
    const served = Object.entries(asked).map(([name, [address, role]]) => [
      name,
      overHttp(port, () => requestText('GET', address, logins[role].token)),
    ])
    const list = overHttp(bare.port, () => requestText('GET', '/same', logins.hod.token))
    const { of: found, ratio } = await compete({ ...Object.fromEntries(served), list }, plan)
    return Object.keys(asked).map((name) =>
      atMost(
        2.5,
        `${name}: time, of a bare list of 60`,
        ratio('rate', 'list', name),
        `${perSecond(found(name).rate)} to ${perSecond(found('list').rate)}`,
      ),
    )
  } finally {
    await bare.stop()
  }
}
