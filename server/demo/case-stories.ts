import type { REPORT_CATEGORIES, REPORT_PRIORITIES, REPORT_SEVERITIES } from '../../shared/labels.ts'

/** Staff of the stories, and `student`: whom the case is about. */
export type Who =
  | 'student'
  | 'admin'
  | 'principal'
  | 'hod'
  | 'faculty'
  | 'registrar'
  | 'surgery'
  | 'surgeon'
  | 'paediatrics'
  | 'paediatrician'
  | 'gynaecology'
  | 'obstetrician'
  | 'psychiatry'
  | 'community'

type Kind =
  | 'comment'
  | 'reply'
  | 'responded'
  | 'awaited'
  | 'escalated'
  | 'resolved'
  | 'closed'
  | 'reopened'
  | 'withdrawn'

export type Evidence =
  | { name: `${string}.pdf`; points: string[] }
  | { name: `${string}.png`; bars: number[] }
  | { name: `${string}.csv` | `${string}.txt`; lines: string[] }

export interface Step {
  /** Days after it was filed. */
  day: number
  by: Who
  kind: Kind
  text?: string
  to?: Who
  files?: Evidence[]
}

export interface Story {
  title: string
  description: string
  category: (typeof REPORT_CATEGORIES)[number]
  severity: (typeof REPORT_SEVERITIES)[number]
  priority?: (typeof REPORT_PRIORITIES)[number]
  isUrgent?: true
  isConfidential?: true
  notes?: string
  /** The demo student, or a place among the students of a batch, counted from the fifth year. */
  about: 'demo' | readonly [batch: number, place: number]
  by: Who
  to: Who
  daysAgo: number
  steps: Step[]
}

type Facts = Pick<Story, 'title' | 'description' | 'category' | 'severity'>
type More = Partial<Pick<Story, 'priority' | 'isUrgent' | 'isConfidential' | 'notes'>>

/** "academic_misconduct, high: Title. What happened." */
const told = (
  category: Story['category'],
  severity: Story['severity'],
  title: string,
  description: string,
  more: More = {},
): Facts & More => ({ category, severity, title, description, ...more })

const at = (daysAgo: number, by: Who, to: Who, about: Story['about'] = 'demo') => ({ daysAgo, by, to, about })

const step = (day: number, by: Who, kind: Kind, text?: string, more: Pick<Step, 'to' | 'files'> = {}): Step => ({
  day,
  by,
  kind,
  ...(text === undefined ? {} : { text }),
  ...more,
})

const escalated = (day: number, by: Who, to: Who, text: string) => step(day, by, 'escalated', text, { to })

const open: Story[] = [
  {
    ...told(
      'academic_misconduct',
      'medium',
      'Mobile phone used during the ward test',
      'During the ward test in Medical Unit II a phone was found under the answer sheet, with a page of the textbook on it.',
    ),
    ...at(1, 'faculty', 'hod', [1, 24]),
    steps: [
      step(0, 'faculty', 'comment', 'My statement as invigilator.', {
        files: [
          {
            name: 'Statement of the invigilator.pdf',
            points: [
              'The ward test began at nine o’clock with eighteen candidates. Phones had been collected at the door.',
              'At half past nine I saw a light under the answer sheet of seat 11. The phone was on, and showed a page on valvular heart disease.',
              'The candidate handed it over without a word and finished the paper on a new sheet.',
            ],
          },
        ],
      }),
    ],
  },
  {
    ...told(
      'safety_concern',
      'high',
      'Needle-stick injury in the medical emergency',
      'I was pricked by a needle that had been left in the tray after cannulation. The sharps box had been full since the morning. I washed it and told the sister on duty.',
    ),
    ...at(2, 'student', 'faculty'),
    steps: [],
  },
  {
    ...told(
      'attendance_problem',
      'medium',
      'Absent from the evening ward for two weeks',
      'Has not come to any of the evening rounds since the posting began. The register shows ten absences without a leave application.',
    ),
    ...at(6, 'surgeon', 'hod', [1, 35]),
    steps: [
      step(1, 'surgeon', 'comment', 'Extract of the register.', {
        files: [
          {
            name: 'register-evening-ward.csv',
            lines: ['Day,Status', ...Array.from({ length: 10 }, (_, day) => `${day + 1},absent`)],
          },
        ],
      }),
    ],
  },
  {
    ...told(
      'behavioral_issue',
      'high',
      'Verbal abuse of a ward attendant',
      'Shouted at the attendant of bed 14 in front of the other patients when she asked who would change the dressing.',
      { priority: 'urgent' },
    ),
    ...at(5, 'obstetrician', 'gynaecology', [0, 41]),
    steps: [],
  },
  {
    ...told(
      'other',
      'low',
      'Pulse oximeter missing after the skills session',
      'One of twelve was not handed back. The group leader had signed for all of them.',
    ),
    ...at(8, 'paediatrician', 'faculty', [2, 18]),
    steps: [],
  },
  {
    ...told(
      'behavioral_issue',
      'critical',
      'Harassment of a first-year student',
      'A first-year student has told her tutor of messages at night and of being waited for outside the library. She wishes not to be named to him.',
      {
        isUrgent: true,
        isConfidential: true,
        priority: 'urgent',
        notes: 'Keep her name out of every paper. She may speak to a woman of the committee.',
      },
    ),
    ...at(1, 'hod', 'principal', [1, 53]),
    steps: [],
  },
  {
    ...told(
      'disciplinary_violation',
      'high',
      'Photographs of a patient on social media',
      'Two pictures of a patient of Surgical Unit I, with the bed number readable, were on a public page until yesterday evening.',
      { isConfidential: true, notes: 'The patient’s family does not know yet.' },
    ),
    ...at(4, 'surgeon', 'surgery', [2, 61]),
    steps: [
      step(0, 'surgeon', 'comment', 'How often the page was looked at, by hour.', {
        files: [{ name: 'views by hour.png', bars: [0.1, 0.2, 0.5, 0.9, 0.7, 0.4, 0.2] }],
      }),
    ],
  },
]

const underReview: Story[] = [
  {
    ...told(
      'attendance_problem',
      'medium',
      'Attendance signed for a friend',
      'The signature of the paper register of Monday is not that of the student. A classmate was seen to sign twice.',
    ),
    ...at(9, 'faculty', 'hod', [1, 29]),
    steps: [
      step(2, 'hod', 'responded', 'I have asked both students to my office on Thursday, each alone.'),
      step(3, 'faculty', 'comment', undefined, {
        files: [{ name: 'paper-register.csv', lines: ['Roll number,Signed', 'Seat 4,twice', 'Seat 5,not seen'] }],
      }),
    ],
  },
  {
    ...told(
      'other',
      'medium',
      'Marks of the long case do not fit the sheet',
      'My sheet says 23 of 30, the list on the board 17. I have asked at the office twice.',
    ),
    ...at(12, 'student', 'hod'),
    steps: [
      step(1, 'hod', 'responded', 'I am having the sheet looked up. Please send a copy of yours.'),
      step(2, 'student', 'reply', 'Here it is, Sir.', {
        files: [
          { name: 'long case sheet.pdf', points: ['Long case: 23 of 30', 'Signed by both examiners on the same day.'] },
        ],
      }),
    ],
  },
  {
    ...told(
      'attendance_problem',
      'low',
      'Late for six morning rounds',
      'Came after the presentation of the new admissions on six of twelve days.',
    ),
    ...at(10, 'registrar', 'faculty'),
    steps: [
      step(1, 'faculty', 'responded', 'I have spoken to her. The hostel bus has left late since the road was closed.'),
      step(2, 'student', 'reply', 'The bus comes at ten past eight. I walk now.'),
    ],
  },
  {
    ...told(
      'safety_concern',
      'high',
      'Drug chart signed without the registrar',
      'A dose of potassium was written and signed by a final-year student on night duty. The nurse asked before it was given.',
      { isUrgent: true },
    ),
    ...at(14, 'principal', 'surgery', [0, 12]),
    steps: [
      step(1, 'surgery', 'responded', 'No harm was done. The duty list of that night is with me.'),
      step(4, 'surgery', 'comment', 'The registrar was in theatre from one to four, as the theatre book shows.', {
        files: [{ name: 'theatre book.txt', lines: ['01:05 laparotomy, registrar scrubbed', '03:55 patient out'] }],
      }),
    ],
  },
  {
    ...told(
      'disciplinary_violation',
      'medium',
      'Quarrel in the common room of the hostel',
      'Two students came to blows over the television. A window was broken.',
    ),
    ...at(7, 'community', 'principal', [3, 9]),
    steps: [
      step(3, 'principal', 'responded', 'The warden’s account is asked for. Both stay in the hostel until then.'),
    ],
  },
  {
    ...told(
      'academic_misconduct',
      'high',
      'Logbook entries of patients who were not on the ward',
      'Three bed numbers of the logbook were empty on those days, as the admission book shows.',
      { isConfidential: true, notes: 'Compare with the other logbooks of the group before he is spoken to.' },
    ),
    ...at(6, 'hod', 'faculty', [1, 44]),
    steps: [
      step(2, 'faculty', 'responded', 'Two of the three are certain. I am going through the rest of the group.'),
      step(3, 'faculty', 'comment', undefined, {
        files: [{ name: 'admission-book.csv', lines: ['Bed,Day,Occupied', '7,3,no', '9,3,no', '12,5,yes'] }],
      }),
    ],
  },
  {
    ...told(
      'behavioral_issue',
      'medium',
      'Loud argument during the bedside class',
      'Left the class in anger when asked to repeat the examination of the abdomen.',
    ),
    ...at(13, 'faculty', 'hod', [1, 63]),
    steps: [
      step(1, 'hod', 'responded', 'I should like to hear her first.'),
      step(1, 'hod', 'awaited'),
      step(4, 'student', 'reply', 'میں معذرت خواہ ہوں۔ اس دن والد صاحب ہسپتال میں تھے۔'),
    ],
  },
]

const escalations: Story[] = [
  {
    ...told(
      'academic_misconduct',
      'critical',
      'Forged signature in the procedure logbook',
      'Eleven procedures carry a signature that the registrar does not know as his.',
      { priority: 'high' },
    ),
    ...at(15, 'registrar', 'faculty', [1, 17]),
    steps: [
      step(1, 'faculty', 'responded', 'I have the logbook, and specimens of the signature.'),
      step(1, 'faculty', 'comment', 'Both, side by side.', {
        files: [
          { name: 'signatures.png', bars: [0.3, 0.8, 0.5, 0.6] },
          {
            name: 'List of the procedures.pdf',
            points: ['Eleven procedures from March to May', 'None in the ward book'],
          },
        ],
      }),
      escalated(3, 'faculty', 'hod', 'More than a tutor can decide: it touches the right to sit the examination.'),
      escalated(7, 'hod', 'principal', 'The department finds it proven. The penalty is the college’s to decide.'),
    ],
  },
  {
    ...told(
      'behavioral_issue',
      'critical',
      'Threats against a house officer',
      'After a remark about her absence she waited for the house officer at the gate and threatened him before witnesses.',
      { isUrgent: true, isConfidential: true, priority: 'urgent', notes: 'The house officer has asked for a guard.' },
    ),
    ...at(9, 'faculty', 'surgeon', [0, 23]),
    steps: [
      escalated(1, 'surgeon', 'surgery', 'I am her examiner next week and should not handle this.'),
      step(2, 'surgery', 'comment', 'Two of the witnesses have written down what they saw.', {
        files: [
          { name: 'First witness.pdf', points: ['I stood at the gate at two o’clock.', 'I heard every word of it.'] },
          { name: 'دوسرا گواہ.txt', lines: ['میں دروازے پر کھڑا تھا۔', 'میں نے سب کچھ سنا۔'] },
        ],
      }),
      escalated(7, 'surgery', 'principal', 'She has been seen at the gate again. The police may have to be told.'),
    ],
  },
  {
    ...told(
      'safety_concern',
      'high',
      'Newborn carried out of the ward without a tag',
      'A student took the baby to the X-ray room for a friend on duty. The tag was found on the cot.',
      { priority: 'high' },
    ),
    ...at(20, 'obstetrician', 'paediatrician', [0, 36]),
    steps: [
      step(1, 'paediatrician', 'responded', 'The baby was back within ten minutes and is well.'),
      escalated(2, 'paediatrician', 'paediatrics', 'The parents have asked for an inquiry.'),
      escalated(11, 'paediatrics', 'principal', 'The inquiry needs somebody from outside the department.'),
    ],
  },
  {
    ...told(
      'academic_misconduct',
      'high',
      'Answers of the class test were passed on',
      'The second group had the answers of the first within an hour. They are in a common chat.',
    ),
    ...at(5, 'registrar', 'faculty', [1, 70]),
    steps: [escalated(4, 'faculty', 'hod', 'At least nine students are in it. The test may have to be repeated.')],
  },
  {
    ...told(
      'disciplinary_violation',
      'medium',
      'Ward left unattended during the afternoon posting',
      'The whole group had gone by half past two. She was its leader and had signed for all.',
    ),
    ...at(12, 'surgeon', 'faculty', [1, 81]),
    steps: [escalated(2, 'faculty', 'hod', 'The group’s other teachers have complained as well.')],
  },
  {
    ...told(
      'behavioral_issue',
      'high',
      'Collected money from patients for laboratory tests',
      'Two attendants say that they paid him for tests that are free of charge.',
      { isConfidential: true, priority: 'high', notes: 'The laboratory confirms that both tests were free.' },
    ),
    ...at(6, 'faculty', 'hod', [0, 55]),
    steps: [
      step(1, 'hod', 'responded', 'Both attendants have given their account in writing.'),
      escalated(5, 'hod', 'principal', 'If it is true it is a matter for the disciplinary committee.'),
    ],
  },
  {
    ...told(
      'safety_concern',
      'medium',
      'Left the labour room during duty',
      'Was not to be found for two hours. The delivery was conducted by the midwife alone.',
    ),
    ...at(11, 'obstetrician', 'gynaecology', [0, 64]),
    steps: [
      step(1, 'gynaecology', 'responded', 'He says that he was unwell. No note of the dispensary so far.'),
      escalated(3, 'gynaecology', 'principal', 'It is the second time this year.'),
    ],
  },
]

const awaiting: Story[] = [
  {
    ...told(
      'other',
      'low',
      'Locker broken into in the students’ room',
      'My locker was open this morning. A stethoscope and a book of the library are gone.',
    ),
    ...at(6, 'student', 'faculty'),
    steps: [
      step(1, 'faculty', 'responded', 'The guard has been asked. Three more lockers were open.'),
      step(2, 'faculty', 'comment', 'Which book was it, and had you locked it the evening before?'),
      step(2, 'faculty', 'awaited'),
    ],
  },
  {
    ...told(
      'attendance_problem',
      'medium',
      'Medical leave without a certificate',
      'Nine days of leave in the register, and no certificate at the office.',
    ),
    ...at(9, 'hod', 'faculty', [1, 33]),
    steps: [
      step(1, 'faculty', 'responded', 'He says that it was handed in at the office of student affairs.'),
      step(3, 'faculty', 'comment', 'Does the office have it? I can’t see their book from here.'),
      step(3, 'faculty', 'awaited'),
    ],
  },
  {
    ...told(
      'academic_misconduct',
      'medium',
      'Two case reports with the same text',
      'Four paragraphs of the two reports are the same, word by word, with the same spelling mistakes.',
    ),
    ...at(8, 'faculty', 'hod', [1, 58]),
    steps: [step(1, 'hod', 'responded', 'Whose was handed in first?'), step(2, 'hod', 'awaited')],
  },
  {
    ...told(
      'behavioral_issue',
      'low',
      'Spoke to the press about a patient',
      'A local paper quotes a student about the case of a politician on the ward.',
      { isConfidential: true },
    ),
    ...at(10, 'psychiatry', 'principal'),
    steps: [
      step(2, 'principal', 'responded', 'The paper has been asked where it had the words from.'),
      step(4, 'principal', 'awaited'),
    ],
  },
]

const resolved: Story[] = [
  {
    ...told(
      'safety_concern',
      'medium',
      'No gloves on the ward for three days',
      'We examined without gloves, or bought our own.',
    ),
    ...at(48, 'student', 'faculty'),
    steps: [
      step(1, 'faculty', 'responded', 'I have asked the store.'),
      step(3, 'faculty', 'resolved', 'The store had not been told of the second group. Gloves are there since today.'),
    ],
  },
  {
    ...told(
      'academic_misconduct',
      'high',
      'Notes on the palm during the viva',
      'Formulas of the fluid balance were written on the left hand.',
    ),
    ...at(64, 'registrar', 'faculty', [1, 19]),
    steps: [
      step(1, 'faculty', 'responded', 'She admits it.'),
      escalated(2, 'faculty', 'hod', 'The viva counts towards the year.'),
      escalated(5, 'hod', 'principal', 'The department proposes to repeat the viva with a ceiling of half the marks.'),
      step(9, 'principal', 'resolved', 'So decided. A written warning goes into her file.'),
    ],
  },
  {
    ...told(
      'attendance_problem',
      'low',
      'Left the ward early before the holidays',
      'Four of the group took the noon bus.',
    ),
    ...at(37, 'faculty', 'hod', [1, 20]),
    steps: [step(2, 'hod', 'resolved', 'They make the afternoon up on two Saturdays.')],
  },
  {
    ...told(
      'other',
      'medium',
      'Library books with cut-out pages',
      'The atlas was whole when it was lent, as the card says.',
    ),
    ...at(80, 'hod', 'faculty', [2, 40]),
    steps: [
      step(
        2,
        'faculty',
        'responded',
        'She says that it came to her like this. The card does not show who had it before.',
      ),
      step(8, 'faculty', 'resolved', 'Not proven. The library looks at each book from now on.'),
    ],
  },
  {
    ...told(
      'disciplinary_violation',
      'medium',
      'Smoking in the on-call room',
      'The alarm went off at four in the morning.',
    ),
    ...at(29, 'surgeon', 'surgery', [0, 70]),
    steps: [
      step(1, 'surgery', 'responded', 'The on-call list names two students.'),
      step(6, 'surgery', 'resolved', 'One of them has owned up and paid the fine.'),
    ],
  },
  {
    ...told(
      'behavioral_issue',
      'high',
      'Insulting drawings of a teacher',
      'They were on the board of the lecture hall, with a name under them.',
      { isConfidential: true, notes: 'The teacher does not wish it to go further.' },
    ),
    ...at(55, 'psychiatry', 'principal', [3, 28]),
    steps: [
      step(1, 'principal', 'responded', 'I have seen them.'),
      step(12, 'principal', 'resolved', 'He has apologised in person.'),
    ],
  },
  {
    ...told(
      'safety_concern',
      'low',
      'Samples carried in a coat pocket',
      'Two blood samples broke in the pocket on the way to the laboratory.',
    ),
    ...at(42, 'obstetrician', 'gynaecology', [0, 77]),
    steps: [step(1, 'gynaecology', 'resolved', 'Boxes are at the nurses’ desk now. He was shown how to use them.')],
  },
]

const closed: Story[] = [
  {
    ...told(
      'academic_misconduct',
      'critical',
      'Somebody else sat the class test',
      'The photograph of the card was not that of the candidate. The person left when asked.',
      { priority: 'high' },
    ),
    ...at(150, 'faculty', 'hod', [2, 50]),
    steps: [
      step(1, 'hod', 'responded', 'The card is with me.'),
      step(2, 'faculty', 'comment', undefined, {
        files: [{ name: 'Seating plan.pdf', points: ['Seat 23: empty on the list, taken in the hall.'] }],
      }),
      escalated(3, 'hod', 'principal', 'Impersonation is for the disciplinary committee.'),
      step(20, 'principal', 'resolved', 'The committee has suspended the student for a year.'),
      step(35, 'principal', 'closed'),
    ],
  },
  {
    ...told('attendance_problem', 'medium', 'Sixty per cent in Medicine', 'Below the minimum at the mid-term.'),
    ...at(120, 'hod', 'faculty', [1, 24]),
    steps: [
      step(3, 'faculty', 'responded', 'She works at night to pay her fees. Student affairs know.'),
      step(10, 'faculty', 'resolved', 'A scholarship was found. Extra postings until the end of term.'),
      step(50, 'admin', 'closed'),
    ],
  },
  {
    ...told(
      'behavioral_issue',
      'medium',
      'Quarrel over the duty list',
      'The group could not agree who takes the nights of Eid.',
    ),
    ...at(95, 'surgeon', 'surgery', [0, 30]),
    steps: [step(1, 'surgery', 'resolved', 'The list is drawn by lot from now on.'), step(30, 'principal', 'closed')],
  },
  {
    ...told(
      'disciplinary_violation',
      'high',
      'Motorcycle driven through the hospital corridor',
      'A trolley had to stop. Nobody was hurt.',
      { isUrgent: true },
    ),
    ...at(175, 'community', 'principal', [3, 43]),
    steps: [
      step(1, 'principal', 'responded', 'The guard has taken the number.'),
      step(4, 'principal', 'resolved', 'Fined, and barred from parking for the year.'),
      step(40, 'principal', 'closed'),
    ],
  },
  {
    ...told(
      'other',
      'low',
      'Wrong name on the certificate of the workshop',
      'My father’s name is written in the place of mine.',
    ),
    ...at(132, 'student', 'hod'),
    steps: [step(2, 'hod', 'resolved', 'A new one lies at the office.'), step(9, 'admin', 'closed')],
  },
]

const reopened: Story[] = [
  {
    ...told(
      'academic_misconduct',
      'high',
      'Copied answers in the mid-term paper',
      'Two papers of neighbouring seats have the same wrong answers in Section A.',
    ),
    ...at(70, 'faculty', 'hod', [1, 26]),
    steps: [
      step(2, 'hod', 'responded', 'Both papers are with me.'),
      step(6, 'hod', 'resolved', 'The seats were not neighbours on that day. Nothing proven.'),
      step(62, 'principal', 'reopened'),
      step(62, 'principal', 'comment', 'The seating plan that was used was that of the day before.', {
        files: [
          { name: 'seating-plan.csv', lines: ['Seat,Roll number', '11,the first', '12,the second'] },
          { name: 'same answers.png', bars: [0.9, 0.9, 0.2, 0.9, 0.9, 0.3] },
        ],
      }),
    ],
  },
  {
    ...told(
      'behavioral_issue',
      'medium',
      'Refused to examine a patient',
      'Would not examine a patient of another sect, and said so at the bedside.',
      { isConfidential: true },
    ),
    ...at(33, 'hod', 'principal', [0, 48]),
    steps: [
      step(2, 'principal', 'resolved', 'He says that he was misheard.'),
      step(31, 'principal', 'reopened'),
      step(31, 'principal', 'comment', 'Two patients of the same bay have heard it as well.'),
    ],
  },
  {
    ...told(
      'attendance_problem',
      'medium',
      'Register of the clinic filled in afterwards',
      'Five entries of the clinic are in another ink.',
    ),
    ...at(88, 'registrar', 'faculty', [1, 40]),
    steps: [
      escalated(3, 'faculty', 'hod', 'The clinic is run by two departments.'),
      step(5, 'hod', 'resolved', 'The pen had run dry.'),
      step(20, 'principal', 'closed'),
      step(86, 'admin', 'reopened'),
    ],
  },
]

/** In every state; and one that its reporter has taken back. */
export const STORIES: Story[] = [
  ...[open, underReview, escalations, awaiting, resolved, closed, reopened].flat(),
  {
    ...told('other', 'low', 'Stethoscope left in the clinic', 'It has been found: the cleaner had put it away.'),
    ...at(16, 'faculty', 'hod', [1, 31]),
    steps: [step(0, 'faculty', 'withdrawn')],
  },
]
