import type { SURVEY_STATUSES } from '../../shared/labels.ts'
import type { AcademicName } from './college.ts'
import type { PoolName } from './feedback-pool.ts'
import { type Maker, oneOf, type Question, rating, written } from './feedback-question.ts'

export interface PlannedSurvey {
  title: string
  description?: string
  by: Maker
  department?: AcademicName
  /** Counted from the fifth year. */
  batch?: number
  /** A group of that department and batch. */
  group?: string
  status: (typeof SURVEY_STATUSES)[number]
  /** In days from today, as all others here. */
  days?: [first: number, last: number]
  made: number
  activated?: number
  closed?: number
  isAnonymous?: true
  /** For a survey that takes several responses of a student: the weeks in which a student answers at the most. */
  times?: number
  /** The changes made because of the answers. */
  changes?: { at: number; text: string }
  /** By their names in the pool, or the survey's own. */
  questions: (PoolName | Question)[]
  /** The share of those asked who answer. */
  share: number
  /** And no more of them than this. */
  most?: number
  /** Their mood, from -1 (discontent) to 1 (content). */
  mood: number
  /** True when the demo's student has answered. */
  isAnsweredByDemo?: true
}

/** Surveys as they stand in the middle of a session: of each kind, of each state, full and nearly empty. */
export const SURVEYS: PlannedSurvey[] = [
  {
    title: 'Cardiovascular module: your evaluation',
    description: 'Ten minutes. The department reads all of it before the module begins for the next batch.',
    by: 'hod',
    department: 'Medicine',
    batch: 1,
    status: 'closed',
    days: [-60, -41],
    made: -64,
    activated: -60,
    closed: -40,
    isAnonymous: true,
    changes: {
      at: -12,
      text: 'Thank you for your answers.\nThe ECG session is now before the round, at eight. Histories come back with written remarks within a week. Each group goes round in eights, with a registrar of its own.',
    },
    questions: [
      'overall',
      'clarity',
      'bedside',
      'onTime',
      'pace',
      'methods',
      'feedbackGiven',
      'resource',
      'best',
      'change',
    ],
    share: 0.83,
    mood: 0.1,
  },
  {
    title: 'Careers after the final year',
    description: 'For the career day in spring. Names are seen by Student Affairs and the principal’s office.',
    by: 'student-affair',
    batch: 0,
    status: 'closed',
    days: [-45, -26],
    made: -47,
    activated: -46,
    closed: -25,
    questions: [
      'elective',
      oneOf('radio', ['House job', 'Where would you like to do your house job?'], {
        'In our own hospital': 58,
        'Elsewhere in Pakistan': 27,
        'I do not plan one': 4,
        'Not decided': 11,
      }),
      oneOf('single_choice', ['After the house job', 'And after that?'], {
        'FCPS or MS/MD here': 46,
        'USMLE or PLAB': 31,
        'Public service': 9,
        'General practice': 6,
        'Not decided': 8,
      }),
      'from',
      'contact',
      written(
        'text',
        ['Guest', 'Whom should we invite to the career day?'],
        [
          'A graduate who works abroad',
          'Somebody from the Public Service Commission',
          'A family physician',
          'The medical officer of a rural health centre',
          'A pathologist',
        ],
      ),
    ],
    share: 0.88,
    mood: 0,
  },
  {
    title: 'Reading room in the weeks of examinations',
    description: 'We can keep it open for longer if we know when you come.',
    by: 'student-affair',
    status: 'active',
    days: [-30, -9],
    made: -33,
    activated: -30,
    isAnonymous: true,
    questions: ['readingRoom', 'missingBook', 'wifi'],
    share: 0.55,
    mood: 0,
  },
  {
    title: 'Duty hours of the week',
    description: 'Fill it in every Saturday. It counts for nothing but the roster.',
    by: 'Surgery',
    department: 'Surgery',
    batch: 1,
    status: 'active',
    days: [-28, 28],
    made: -30,
    activated: -29,
    times: 4,
    questions: ['hours', 'nights', 'procedures', 'supervisor', 'countersigned'],
    share: 0.66,
    mood: 0,
    isAnsweredByDemo: true,
  },
  {
    title: 'Rural Health Centre: the visits of this term',
    by: 'Community Medicine',
    department: 'Community Medicine',
    batch: 3,
    status: 'active',
    days: [-20, -3],
    made: -22,
    activated: -21,
    questions: ['overall', 'patients', 'transport', 'minutes', 'urduLanguage', 'vaccination', 'change'],
    share: 0.75,
    mood: 0.3,
  },
  {
    title: 'Bedside teaching in Paediatrics, Group C',
    by: 'Paediatrics',
    department: 'Paediatrics',
    batch: 0,
    group: 'Group C',
    status: 'closed',
    made: -38,
    activated: -38,
    closed: -17,
    isAnonymous: true,
    questions: ['bedside', 'clarity', 'respect', 'supervisor', 'recommend', 'best', 'change'],
    share: 0.82,
    mood: 0.5,
  },
  {
    title: 'تدریس کے بارے میں آپ کی رائے',
    description: 'Teaching in Medicine: three questions in Urdu, for all years.',
    by: 'hod',
    department: 'Medicine',
    status: 'active',
    days: [-12, 10],
    made: -13,
    activated: -12,
    isAnonymous: true,
    questions: ['urduOverall', 'urduLanguage', 'urduBetter'],
    share: 0.62,
    mood: 0,
  },
  {
    title: 'Hostel, transport and canteen',
    description: 'Every year in autumn. Your name is seen by Student Affairs, who may ask back.',
    by: 'student-affair',
    status: 'active',
    days: [-10, 5],
    made: -12,
    activated: -10,
    questions: [
      'food',
      rating(['Canteen', 'How do you rate the canteen of the hospital?'], [9, 22, 36, 25, 8]),
      'transport',
      'minutes',
      'wouldTell',
      'unsafe',
    ],
    share: 0.67,
    mood: -0.2,
    isAnsweredByDemo: true,
  },
  {
    title: 'Bedside teaching in Medicine, Group A',
    description: 'In the middle of the posting, so that you still gain from it.',
    by: 'faculty',
    department: 'Medicine',
    batch: 1,
    group: 'Group A',
    status: 'active',
    days: [-6, 8],
    made: -7,
    activated: -6,
    isAnonymous: true,
    questions: [
      'overall',
      'bedside',
      'onTime',
      'methods',
      'patients',
      'confidence',
      'gloves',
      'needleStick',
      'feedbackGiven',
      'best',
      'change',
    ],
    share: 0.62,
    mood: 0.2,
  },
  {
    title: 'Evening rounds in Medical Unit II',
    by: 'hod',
    department: 'Medicine',
    batch: 2,
    group: 'Group B',
    status: 'active',
    days: [-2, 2],
    made: -3,
    activated: -2,
    isAnonymous: true,
    questions: ['bedside', 'nights', 'respect', 'unsafe'],
    share: 0.5,
    // Fewer than its results begin with.
    most: 3,
    mood: -0.1,
  },
  {
    title: 'Electives of the coming summer',
    description: 'Places are given by the order of the roll, not of the answers.',
    by: 'principal',
    batch: 1,
    status: 'active',
    days: [6, 20],
    made: -4,
    activated: -1,
    questions: ['elective', 'from', 'contact'],
    share: 0,
    mood: 0,
  },
  {
    title: 'OSPE of the mid-year: the stations',
    by: 'hod',
    department: 'Medicine',
    batch: 1,
    status: 'draft',
    made: -1,
    isAnonymous: true,
    questions: ['fair', 'stationTime', 'hardest', 'waited', 'change'],
    share: 0,
    mood: 0,
  },
]
