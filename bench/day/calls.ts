import type { Question, Student, Teacher } from './college.ts'
import { PASSWORD } from './college.ts'

/** A call of a browser. */
export interface Call {
  kind: string
  method: 'GET' | 'POST'
  path: string
  body?: object
  /** The fields of a form that is sent with a PDF. */
  form?: Record<string, string>
  /** True when it carries a key, as what creates something does. */
  isKeyed?: true
}

/** A deed of a person, some seconds after the one before: rounds of calls, those of a round at once. */
export interface Deed {
  after: number
  rounds: Call[][]
}

/** The kinds whose time is looked at by itself: one is made of a hash, the other of a megabyte. */
export const SIGN_IN = 'sign in'
export const UPLOAD = 'upload of 1 MB'

const get = (kind: string, path: string): Call => ({ kind, method: 'GET', path })

/** The page is opened, and what the browser asks for once somebody has signed in. */
const arrival = (email: string): Deed[] => [
  { after: 0, rounds: [[get('page of the sign-in', '/login')]] },
  {
    after: 6,
    rounds: [
      [{ kind: SIGN_IN, method: 'POST', path: '/api/login', body: { email, password: PASSWORD } }],
      [get('start', '/api/start'), today, get('cases that wait', '/api/reportings/waiting')],
    ],
  },
]
const today = get('day', '/api/today')
const groupsOf = (departmentId: number) =>
  get('groups', `/api/groups?department_id=${departmentId}&status=active&per_page=500`)

/** The answer to each type of question. */
const ANSWERS: Record<string, unknown> = {
  rating: 4,
  single_choice: 'Often',
  multiple_choice: ['Always', 'Never'],
  boolean: true,
  number: 12,
  textarea: 'More time at the bedside, in smaller groups.',
}

/** Signs in, hands a work in from the day's line of it, and answers a survey: the calls are those that the app makes. */
export function dayOfStudent(student: Student, questions: readonly Question[]): Deed[] {
  const { email, departmentId, groupId, taskId, surveyId } = student
  const list = get('tasks of a group', `/api/tasks/group/${groupId}?page=1&per_page=50`)
  const task = get('task', `/api/tasks/${taskId}`)
  const survey = get('survey', `/api/feedback-surveys/${surveyId}/with-questions`)
  const answers = questions
    .filter((question) => question.surveyId === surveyId)
    .map(({ id, type, text }) => ({ feedback_question_id: id, answer: ANSWERS[type], asked: text }))
  const response = { feedback_survey_id: surveyId, answers }
  return [
    ...arrival(email),
    { after: 5, rounds: [[list, task, groupsOf(departmentId)]] },
    {
      after: 10,
      rounds: [
        [
          {
            kind: UPLOAD,
            method: 'POST',
            path: '/api/task-submissions',
            form: { task_id: String(taskId), remarks: 'Seen on the ward round' },
            isKeyed: true,
          },
        ],
        [list, task],
      ],
    },
    { after: 4, rounds: [[today]] },
    { after: 3, rounds: [[survey]] },
    {
      after: 12,
      rounds: [
        [
          {
            kind: 'response to a survey',
            method: 'POST',
            path: '/api/feedback-responses/submit',
            body: response,
            isKeyed: true,
          },
        ],
        [survey],
        [
          get('surveys', '/api/feedback-surveys?page=1&per_page=48'),
          get('changes after surveys', '/api/feedback-surveys/changes?page=1&per_page=10'),
        ],
      ],
    },
  ]
}

/** Signs in, takes the attendance of a session of today, and looks at the work of a group. */
export function dayOfTeacher(teacher: Teacher): Deed[] {
  const { email, departmentId, batchId, groupId, sessionId, members, taskId } = teacher
  const of = `department_id=${departmentId}&batch_id=${batchId}&group_id=${groupId}`
  const sessions = get('sessions of a group', `/api/attendance-sessions?${of}&page=1&per_page=50`)
  const marks = members.map((student_id, at) => ({ student_id, status: at % 9 === 0 ? 'absent' : 'present' }))
  const register = { attendance_session_id: sessionId, submission_type: 'bulk_create', submissions: marks }
  return [
    ...arrival(email),
    {
      after: 5,
      rounds: [
        [
          get('register', `/api/attendance-sessions/${sessionId}/roster?page=1&per_page=500`),
          sessions,
          groupsOf(departmentId),
        ],
      ],
    },
    {
      after: 15,
      rounds: [
        [
          {
            kind: 'attendance of a group',
            method: 'POST',
            path: '/api/attendance-submissions',
            body: register,
            isKeyed: true,
          },
        ],
        [sessions],
      ],
    },
    { after: 4, rounds: [[today]] },
    {
      after: 3,
      rounds: [
        [get('tasks of a group', `/api/tasks/group/${groupId}?page=1&per_page=50`), groupsOf(departmentId)],
        [get('work of a group', `/api/task-submissions/task/${taskId}/roster?page=1&per_page=500`)],
      ],
    },
  ]
}
