import { expect, test } from 'vitest'
import { identifiesPatient } from './patient-privacy.ts'

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
])('%j identifies a patient', (text) => {
  expect(identifiesPatient(text)).toBe(true)
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
])('%j identifies nobody', (text) => {
  expect(identifiesPatient(text)).toBe(false)
})
