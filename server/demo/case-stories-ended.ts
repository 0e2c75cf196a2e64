import { at, escalated, type Story, step, told } from './case-story.ts'

export const resolved: Story[] = [
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

export const closed: Story[] = [
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

export const reopened: Story[] = [
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
