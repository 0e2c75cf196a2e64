export const STUDENT_REMARKS = [
  'Sir, kindly check.',
  'Countersigned by the registrar on duty.',
  'The patient was discharged before the second visit.',
  'Second page is a little faint, the scanner was low on toner.',
  'Done in the emergency on night duty.',
  'Submitted as discussed on the ward round.',
  'Please let me know if the differential should be longer.',
  'سر براہِ کرم ملاحظہ فرمائیں۔',
  'مریض کی تفصیلات حذف کر دی گئی ہیں۔',
]

/** Graders' remarks, by the share of the marks: below half, below three quarters, above. */
export const FACULTY_REMARKS = {
  weak: [
    'The history is incomplete: onset and progression are missing. Please see me.',
    'No differential diagnosis. Read the chapter again and discuss it with your group.',
    'Findings do not fit the diagnosis.',
    'Not countersigned; I gave marks for the written part only.',
  ],
  fair: [
    'Good start, but the systemic review is thin.',
    'Correct diagnosis; the plan needs doses and durations.',
    'Drawing is not labelled.',
    'Write the examination in order: inspection, palpation, percussion, auscultation.',
    'Acceptable. References are missing.',
  ],
  good: [
    'Well done, clear and complete.',
    'Excellent problem list.',
    'Very good. Present it on Thursday’s round.',
    'Good reasoning, keep it up.',
    'بہت خوب۔',
  ],
}

export const SHEET_PARAGRAPHS = [
  'Seen on the ward with the resident. Consent was taken and the findings were discussed at the bedside.',
  'Presenting complaint and history were taken from the patient and confirmed with an attendant.',
  'General examination: alert and oriented, no pallor, no jaundice, no oedema. Vital signs are recorded on the chart.',
  'Investigations were reviewed with the team, and the results fit the working diagnosis.',
  'Management: supportive care, treatment according to the unit protocol, and a review on the next morning round.',
  'Learning points: to listen longer before asking, to examine in order, and to write the plan with doses and dates.',
  'The procedure was done under supervision. Asepsis was kept, and the patient tolerated it well.',
]

export const EXTRA_FILES = ['checklist.pdf', 'scan 2.pdf', 'lab report.pdf', 'signed sheet.pdf', 'لاگ بک.pdf']
