import { at, escalated, type Story, step, told } from './case-story.ts'

export const escalations: Story[] = [
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

export const awaiting: Story[] = [
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
