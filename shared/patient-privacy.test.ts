import { expect, test } from 'vitest'
import { patientIn, patientNameIn, patientNameInPlace } from './patient-privacy.ts'

test.each([
  'MR no. 1234',
  'MR-2024-1187',
  'Reg# 45821',
  'mrn:9912',
  'hospital number 4411',
  'H-203914',
  '0300-1234567',
  '0300 123 4567',
  '+92 300 123 4567',
  'call ۰۳۰۰۱۲۳۴۵۶۷',
  '35202-1234567-1',
  'born 12/11/1985',
  'patient a.b@example.com',
  'OPD slip 8812',
  'M.R. 1234',
  'MRN1234',
  'mrno1234',
  'MR 12-34-56',
  'MR no. A-1234',
  '3520–2123–4567',
  '3520·2123·4567',
  '(0300) 123 4567',
  '0300_123_4567',
  '0300 123 1200',
  '300 123 1234',
  '042-35681234',
  '1234 5678',
  'DOB 1/2/1990',
  'born on 01.02.2026',
  '1985-11-12',
  '01/02/90',
  'Ahmed Khan, 12 March 1980',
  'DOB 5 Jan 81',
  'March 5, 1999',
  'پیدائش ۱۲ مارچ ۱۹۸۰',
  'mr=1234',
  'MR (1234)',
  'm/r "1234"',
  'hospital number is 1234',
  'MR KTH1234',
  'ایم آر نمبر 1234',
  'شناختی کارڈ ۳۵۲۰۲',
  'ID 1234',
  'case no 4521',
  'patient 20391',
  '3 5 2 0 2 1 2 3 4 5 6 7 1',
  '0-3-0-0-1-2-3-4-5-6-7',
])('%j identifies a patient', (text) => {
  expect(patientIn(text)).toMatch(/\d|@/)
})

const year = new Date().getFullYear()
test('the words that were found are told', () => {
  expect(patientIn('Saw him in OPD, call 0300-1234567 later')).toBe('0300-1234567')
  expect(patientIn('write to A.B@example.com')).toBe('a.b@example.com')
})

test.each([
  'Ward 12, bed 4',
  'Medical OPD 3',
  'BP 120/80, then 110/70',
  'GCS 15/15, sugar 240 mg/dl',
  'MR with AF, 40 years old',
  'Saw 3 patients in 2 hours; Hb 9.5',
  'مریض کی تاریخ لی، ۴۰ سال',
  'ER, theatre 2',
  `round of 12/10/${year}`,
  `${year}-10-12, seen again on 14/10/${year}`,
  'WBC 12000, platelets 145000',
  'platelets 143211',
  'heparin 10000 units, vit D 50000 IU',
  'ferritin 12345 ng',
  'ER: 120/80',
  'OPD 150 patients',
  'verapamil ER 240 mg',
  'Metformin ER 500, then 1000 mg',
  'reg 500 ml over 8 hours',
  'hospital 250 beds',
  '0800-1400 duty, 2000 to 0800',
  '1.25-0.5-0.25 mg',
  'BSR 180-220-250, then 210 190 175 160',
  'birth weight 2500-3500 g',
  'urine 1200 1500 900',
  'MRI 120 minutes later',
  'BP 120/80 at 10:30, pulse 88, SpO2 96 to 98',
  'MR grade 3/6 in a man of 45',
  '3 of 15 patients, 2 mg 4 hourly',
  'session 2025-2026',
  'NIHSS 1 0 0 1 2 0 0 1 1 0 4',
  'Apgar 7 8 9, pain 7 6 6 5 4',
  'troponin 15234, AFP 12345 ng',
  'adrenaline 1:10000, 10 ml',
  'TLC 11500, platelets 1,250,000',
  `seen on 3 March ${year}, and 5 may be more`,
])('%j identifies nobody', (text) => {
  expect(patientIn(text)).toBeUndefined()
})

test.each([
  ['Saw Mr Khan, 54', 'Mr Khan'],
  ['with Mrs. Fatima', 'Mrs. Fatima'],
  ['Miss Ayesha came back', 'Miss Ayesha'],
  ['Ahmed s/o Rashid', 'Ahmed s/o Rashid'],
  ['Zainab daughter of Imran', 'Zainab daughter of Imran'],
  ['B/O Rukhsana', 'B/O Rukhsana'],
  ['baby of Rukhsana', 'baby of Rukhsana'],
  ["patient's name: Ahmed", "patient's name: Ahmed"],
  ['a boy named Élan', 'boy named Élan'],
  ['Bed 4\nName: Ahmed', 'Name: Ahmed'],
  ['Seen Fatima Bibi in bed 4', 'Fatima Bibi'],
  ['a son of Khan', 'son of Khan'],
  ['Janab Aslam was afraid', 'Janab Aslam'],
  ['Mrs. fatima, bed 4', 'Mrs. fatima'],
  ['Mst zubaida', 'Mst zubaida'],
  ['cannulated patient Ahmed Khan', 'patient Ahmed Khan'],
  ['Pt: Ahmed Khan, 45 M', 'Pt: Ahmed Khan'],
  ['محمد احمد ولد رشید', 'احمد ولد رشید'],
])('%j names a patient', (text, found) => {
  expect(patientNameIn(text)).toBe(found)
})

test.each([
  'MR with AF, MS with LA 5 cm',
  'QRS 120 ms Wide complex',
  'A near miss. The needle was bent',
  'With Dr Ahmed and Prof. Fatima',
  'Dr. Fatima Begum showed me',
  'no pain w/o Paracetamol',
  'The name of the drug: Insulin; generic name: Metformin',
  'baby of a diabetic mother',
  'Murphy sign, named after him',
  'The patient was called at 8',
  'Patient: Known Diabetic, Pt Stable, patient Hb 9',
  'pt HIV POSITIVE, patient DKA AKI',
  'MRS brain, mRS 3',
  'مریض نے بتایا، بنت نے کہا',
  'He is the son of a farmer; findings s/o Malaria',
])('%j names no patient', (text) => {
  expect(patientNameIn(text)).toBeUndefined()
})

test.each([
  's/o Khan',
  'D/O Aslam',
  'w/o Rashid',
  'Bed 4, S / O khan',
  'son of Khan',
  'WIFE OF RASHID',
  'Patient Ahmed Ali',
  'PATIENT AHMED',
  'patient: Ahmed',
  'Pt. Ahmed, Ward 3',
  'mr. ahmed',
  'Mr.Ahmed',
  'MRS FATIMA',
  'Mst. Zubaida',
  'm\u200br ahmed',
  'Ward 3, miss ayesha',
  'Janab Aslam sahib',
  'janab aslam',
  'aslam sahib',
  'fatima bibi',
  'مریض احمد',
  'احمد ولد اسلم',
  'زینب بنت عمران',
  'فاطمہ زوجہ راشد',
])('the place %j names a patient', (place) => {
  expect(patientNameInPlace(place)).toBeTruthy()
})

test.each([
  'Ward 3',
  'Medical OPD',
  'Lady Reading Hospital',
  'Miss-match clinic',
  'MS Ward',
  'MS Office',
  'ms office',
  'MR imaging suite',
  'Patient Affairs',
  'PATIENT WAITING AREA',
  'Patient OPD',
  'Outpatient Department',
  'In-Patient Block',
  'Inpatient Ward',
  "Patients' Ward",
  'Patient in bed 4',
  'Wards/OPD',
  'OT/Ot 2',
  'DHQ Hospital Nankana Sahib',
  'Clinic of Dr Aslam sahib',
  'M/O room',
  'وارڈ ۳',
  'مریضوں کا وارڈ',
  'مریض کا بستر',
])('the place %j names no patient', (place) => {
  expect(patientNameInPlace(place)).toBeUndefined()
})

test.each([
  '@',
  'a@',
  'a.',
  '1 ',
  '0-',
  'mr ',
  '1/',
  'm.',
  '5 jan ',
  '(0',
  'Aa',
  'Mr ',
  'Aa s/o ',
  'dr aa ',
  'patient ',
  'patient Aaa ',
  'Mrs aaa ',
  'احمد ولد ',
])('a text of %j alone is read at once', (part) => {
  // Looked at again from each place, it would take minutes.
  patientIn(part.repeat(20_000))
  patientNameInPlace(part.repeat(20_000))
})
