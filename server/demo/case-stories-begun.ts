import { at, type Story, step, told } from './case-story.ts'

export const open: Story[] = [
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

export const underReview: Story[] = [
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
