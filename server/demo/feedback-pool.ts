import {
  address,
  by,
  day,
  link,
  number,
  oneOf,
  type PoolQuestion,
  rating,
  someOf,
  written,
  yesOrNo,
} from './feedback-question.ts'
import { GOOD, TO_CHANGE } from './feedback-sentences.ts'

/** Forty questions that surveys are made of, by a name that stays in the program. */
export const POOL = {
  clarity: by('admin', rating(['Clear teaching', 'How clearly did the teachers explain?'], [2, 6, 18, 44, 30])),
  bedside: by(
    'hod',
    rating(['Bedside teaching', 'How useful was the teaching at the bedside?'], [3, 7, 20, 38, 32], {
      isRequired: true,
    }),
  ),
  overall: by(
    'admin',
    rating(['Posting in all', 'All in all, how good was this posting?'], [2, 6, 22, 45, 25], {
      isRequired: true,
      help: '1 is poor, 5 is excellent',
    }),
  ),
  onTime: by(
    'principal',
    oneOf('single_choice', ['Teachers on time', 'Did the teachers come on time?'], {
      Always: 22,
      'Most of the time': 46,
      Sometimes: 23,
      Rarely: 9,
    }),
  ),
  pace: by('admin', oneOf('radio', ['Pace', 'How was the pace?'], { 'Too slow': 9, 'Just right': 62, 'Too fast': 29 })),
  methods: by(
    'hod',
    someOf('multiple_choice', ['Ways of teaching', 'Which ways of teaching helped you?'], {
      'Ward rounds': 0.62,
      Tutorials: 0.55,
      Lectures: 0.3,
      'Case presentations': 0.5,
      'Skills laboratory': 0.35,
      'Recorded lectures': 0.22,
    }),
  ),
  feedbackGiven: by(
    'faculty',
    yesOrNo(['Feedback on a history', 'Did a teacher go through a history that you had taken?'], 0.58),
  ),
  recommend: by('admin', yesOrNo(['Recommending', 'Would you recommend this unit to the next group?'], 0.76)),
  best: by(
    'admin',
    written('textarea', ['What helped', 'What helped you most?'], GOOD, { rules: { max_length: 1000 }, share: 0.55 }),
  ),
  change: by(
    'admin',
    written('textarea', ['One change', 'What is the one thing that we should change?'], TO_CHANGE, {
      help: 'Please name no patients and no colleagues.',
      rules: { max_length: 1000 },
    }),
  ),
  urduOverall: by(
    'principal',
    rating(['تدریس', 'مجموعی طور پر تدریس کیسی رہی؟'], [3, 8, 24, 42, 23], { isRequired: true }),
  ),
  urduLanguage: by(
    'Community Medicine',
    oneOf('single_choice', ['زبان', 'مریضوں سے بات کرنے میں زبان کی دقت ہوئی؟'], {
      'کبھی نہیں': 52,
      'کبھی کبھی': 38,
      اکثر: 10,
    }),
  ),
  urduBetter: by(
    'principal',
    written(
      'textarea',
      ['بہتری', 'آپ کیا بہتر بنانا چاہیں گے؟'],
      [
        'وارڈ میں طلبہ کی تعداد کم ہو۔',
        'لیکچر وقت پر شروع ہوں۔',
        'مریضوں کے ساتھ زیادہ وقت ملے۔',
        'سوال پوچھنے پر ڈانٹ نہ پڑے۔',
        'پڑھانے والے اردو میں بھی سمجھا دیا کریں۔',
        'امتحان سے پہلے دہرائی کا ایک ہفتہ۔',
        'لائبریری رات کو بھی کھلی رہے۔',
        'سب کچھ اچھا ہے، شکریہ۔',
      ],
    ),
  ),
  patients: by(
    'hod',
    number(['Patients in a week', 'How many patients did you clerk in an average week?'], 1, 14, {
      rules: { min: 0, max: 60 },
    }),
  ),
  procedures: by(
    'Surgery',
    someOf('checkbox', ['Procedures done', 'Which procedures did you do yourself, supervised?'], {
      'Intravenous cannula': 0.72,
      'Urinary catheter': 0.38,
      'Nasogastric tube': 0.33,
      'Wound dressing': 0.6,
      'Simple suture': 0.44,
      'Arterial blood sample': 0.18,
    }),
  ),
  supervisor: by(
    'hod',
    oneOf('select', ['Supervision', 'Who supervised you most of the time?'], {
      Professor: 6,
      'Associate or Assistant Professor': 24,
      'Senior Registrar': 34,
      'Medical Officer': 22,
      'House officer': 12,
      Nobody: 2,
    }),
  ),
  confidence: by(
    'faculty',
    rating(['Taking a history alone', 'How sure are you when you take a full history alone?'], [2, 10, 34, 38, 16]),
    { department: 'Medicine', isPrivate: true },
  ),
  countersigned: by('admin', yesOrNo(['Logbook', 'Was your logbook countersigned in the same week?'], 0.52)),
  nights: by(
    'hod',
    number(['Emergency nights', 'How many nights were you in the emergency?'], 0, 9, { rules: { min: 0, max: 31 } }),
  ),
  hours: by(
    'Surgery',
    number(['Hours on duty', 'How many hours were you on duty this week?'], 18, 62, {
      isRequired: true,
      help: 'Rounds, theatre, OPD and nights together',
      rules: { min: 0, max: 120 },
    }),
    { department: 'Surgery' },
  ),
  respect: by('student-affair', rating(['Respect', 'Were you treated with respect on the ward?'], [3, 6, 16, 40, 35])),
  needleStick: by(
    'principal',
    yesOrNo(['Needle-stick', 'Do you know whom to call after a needle-stick injury?'], 0.64),
  ),
  gloves: by(
    'principal',
    oneOf('radio', ['Gloves and masks', 'Were gloves and masks there when you needed them?'], {
      Always: 44,
      'Not on every shift': 43,
      'Often not': 13,
    }),
  ),
  vaccination: by(
    'student-affair',
    day(['Hepatitis B', 'When was your last dose of the hepatitis B vaccine?'], -1400, -30, {
      help: 'The day on your card; leave it out if you have had none',
    }),
  ),
  wouldTell: by(
    'student-affair',
    oneOf('single_choice', ['Somebody to tell', 'If something goes wrong, is there a teacher whom you would tell?'], {
      'Yes, at once': 48,
      'Yes, but not alone': 31,
      'I do not think so': 21,
    }),
  ),
  unsafe: by(
    'student-affair',
    written(
      'textarea',
      ['Feeling unsafe', 'Is there anything that makes you feel unsafe?'],
      [
        'The way from the emergency to the hostel has no light after the gate.',
        'Attendants shout at us when the doctor is late, and there is no guard in the evening.',
        'The sharps box in the procedure room is always full.',
        'The lift stops between the floors.',
        'Nights in the emergency with one house officer for the whole ward.',
        'Being photographed by visitors.',
        'No, nothing.',
      ],
    ),
  ),
  fair: by('admin', rating(['Fair assessment', 'How fair was the assessment?'], [4, 11, 28, 38, 19])),
  stationTime: by(
    'hod',
    oneOf('select', ['Time at a station', 'Was the time at a station enough?'], {
      'Too short': 38,
      Enough: 55,
      'More than enough': 7,
    }),
    { department: 'Medicine' },
  ),
  hardest: by(
    'hod',
    written(
      'text',
      ['Hardest station', 'Which station was the hardest?'],
      ['ECG', 'Cranial nerves', 'Counselling', 'Fundoscopy'],
    ),
    { department: 'Medicine', isPrivate: true },
  ),
  waited: by(
    'principal',
    number(['Waiting for results', 'How many days did you wait for your result?'], 3, 30, {
      rules: { min: 0, max: 365 },
    }),
  ),
  readingRoom: by(
    'student-affair',
    someOf('checkbox', ['Reading room', 'When would you use the reading room in the weeks of examinations?'], {
      'Before 8 in the morning': 0.14,
      'In the afternoon': 0.4,
      '8 to 10 in the evening': 0.64,
      '10 to 12 at night': 0.47,
      'On Sundays': 0.55,
    }),
  ),
  missingBook: by(
    'student-affair',
    written(
      'text',
      ['Missing book', 'Which book is missing in the library?'],
      [
        'Davidson, the new edition',
        'Bailey & Love: two copies are not enough',
        'Snell’s Clinical Neuroanatomy',
        'Macleod’s Clinical Examination',
        'Parson’s Diseases of the Eye',
        'Nelson Essentials of Pediatrics',
        'A Pakistani text on community medicine',
        'None',
      ],
      { share: 0.5 },
    ),
  ),
  food: by('student-affair', rating(['Hostel food', 'How do you rate the food of the hostel?'], [18, 29, 31, 17, 5])),
  transport: by(
    'student-affair',
    oneOf('single_choice', ['The way here', 'How do you come to the hospital on most days?'], {
      'College bus': 36,
      'On foot from the hostel': 30,
      'Own motorcycle or car': 17,
      'Rickshaw or taxi': 11,
      'Brought by the family': 6,
    }),
  ),
  minutes: by(
    'student-affair',
    number(['Minutes on the way', 'How many minutes do you need to the hospital?'], 4, 75, {
      rules: { min: 0, max: 240 },
    }),
  ),
  wifi: by('student-affair', yesOrNo(['Wireless network', 'Does the wireless network reach your ward?'], 0.31)),
  resource: by(
    'faculty',
    link(
      ['Worth sharing', 'Which page or video taught you something that you would share?'],
      [
        'https://library.college.test/ecg/forty-strips',
        'https://video.college.test/examination/cranial-nerves',
        'https://guidelines.college.test/dengue',
        'https://video.college.test/skills/suture',
      ],
    ),
  ),
  contact: by(
    'student-affair',
    address(['Address', 'At which address may we ask you more?'], { help: 'Only if you would like to be asked' }),
  ),
  elective: by(
    'principal',
    oneOf('select', ['Elective', 'In which department would you like to do your elective?'], {
      Medicine: 26,
      Surgery: 24,
      Paediatrics: 15,
      'Gynaecology & Obstetrics': 13,
      ENT: 5,
      Ophthalmology: 6,
      Psychiatry: 7,
      'Community Medicine': 4,
    }),
  ),
  from: by('principal', day(['First day', 'From which day on are you free?'], 20, 120)),
} satisfies Record<string, PoolQuestion>

export type PoolName = keyof typeof POOL
