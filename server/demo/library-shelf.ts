import type { AcademicName } from './college.ts'

/** The content of a department's library. */
export interface Shelf {
  lectures: [title: string, detail: string, points: string[]][]
  guideline: [title: string, detail: string, points: string[]]
  form: [title: string, detail: string]
  books: string[]
  chart: [title: string, values: number[]]
}

export const SHELVES: Record<AcademicName, Shelf> = {
  Medicine: {
    lectures: [
      [
        'Approach to the patient with fever',
        'Causes by duration, and what not to miss',
        [
          'Fever of less than a week: dengue, malaria, enteric fever and viral illness lead the list in our wards. Ask for travel, water and contacts.',
          'Take blood cultures before the first dose. A normal white count does not rule out enteric fever.',
          'Refer at once: a stiff neck, a rash that does not blanch, confusion, a systolic pressure below 90.',
        ],
      ],
      [
        'Reading a chest radiograph in ten steps',
        'With twelve films from our own wards',
        [
          'Name, date, side and projection come first. Then count the ribs: six in front, ten behind.',
          'Follow the outlines: trachea, mediastinum, heart, diaphragms, and only then the lungs from apex to base.',
          'Look behind the heart and below the diaphragms before you say that a film is normal.',
        ],
      ],
    ],
    guideline: [
      'Management of diabetic ketoacidosis',
      'Ward protocol, first 24 hours',
      [
        'Fluids first: one litre of normal saline in the first hour. Check potassium before insulin.',
        'Insulin 0.1 units per kg per hour. Glucose every hour, electrolytes every two.',
        'Add dextrose when glucose falls below 250 mg/dl, and do not stop insulin while ketones are present.',
      ],
    ],
    form: ['History taking sheet', 'To be filled in for each patient clerked'],
    books: [
      "Davidson's Principles and Practice of Medicine",
      "Kumar and Clark's Clinical Medicine",
      "Hutchison's Clinical Methods",
    ],
    chart: ['Admissions by month', [0.4, 0.45, 0.5, 0.6, 0.55, 0.5, 0.7, 0.95, 0.9, 0.75, 0.5, 0.4]],
  },
  Surgery: {
    lectures: [
      [
        'The acute abdomen',
        'From the first look to the decision to operate',
        [
          'Pain that wakes the patient and lasts six hours is surgical until you have shown otherwise.',
          'Examine the hernial orifices and the back. A rectal examination is part of the abdomen.',
          'Resuscitate while you think: two cannulas, a catheter, and a call to theatre when the abdomen is rigid.',
        ],
      ],
      [
        'Sutures, knots and instruments',
        'For the skills laboratory',
        [
          'Choose the thread by the tissue: absorbable for bowel and subcutis, not absorbable for skin and fascia.',
          'Three throws for silk, five for a monofilament. Pull flat, and never on the needle holder.',
        ],
      ],
    ],
    guideline: [
      'Checklist before an operation',
      'Sign in, time out, sign out',
      [
        'Before anaesthesia: identity, side marked, consent signed, allergies, blood at hand.',
        'Before the incision: everybody says name and role. Antibiotic given within the hour.',
        'Before leaving: counts of swabs and instruments, the specimen labelled.',
      ],
    ],
    form: ['Operation note', 'For operations assisted by students'],
    books: [
      "Bailey and Love's Short Practice of Surgery",
      "Farquharson's Textbook of Operative Surgery",
      "Browse's Introduction to Symptoms and Signs",
    ],
    chart: ['Operations by kind', [0.9, 0.75, 0.6, 0.5, 0.35, 0.3, 0.2]],
  },
  Paediatrics: {
    lectures: [
      [
        'Growth charts and how to read them',
        'Weight, height and head circumference',
        [
          'Plot every visit. One point says where a child is, two say where it is going.',
          'Crossing two centile lines downwards asks for a history of feeding and infection.',
        ],
      ],
      [
        'The child with diarrhoea',
        'Degrees of dehydration and the three plans',
        [
          'Plan A at home, plan B in the clinic, plan C on the ward: the skin pinch, the eyes and the thirst decide.',
          'Zinc for fourteen days. Breastfeeding goes on throughout.',
        ],
      ],
    ],
    guideline: [
      'Resuscitation of the newborn',
      'The golden minute',
      [
        'Dry, warm, position, stimulate. If the baby does not breathe within thirty seconds, ventilate.',
        'Look at the chest: no rise, no ventilation. Call for help early.',
      ],
    ],
    form: ['Immunisation record', 'Expanded programme, from birth to fifteen months'],
    books: ['Nelson Textbook of Pediatrics', 'Basis of Pediatrics', 'Illustrated Textbook of Paediatrics'],
    chart: ['Weight for age, ward sample', [0.2, 0.35, 0.45, 0.55, 0.6, 0.68, 0.75, 0.82]],
  },
  'Gynaecology & Obstetrics': {
    lectures: [
      [
        'The partograph',
        'How to keep it, and when it calls you',
        [
          'Begin it in active labour. Dilatation on the left, descent below, the heart of the child above.',
          'Crossing the action line is a decision, not a remark: write down what was decided and by whom.',
        ],
      ],
      [
        'Antenatal care, visit by visit',
        'What is asked, examined and given',
        [
          'At booking: dates, blood group, haemoglobin, hepatitis screen, urine. Iron and folic acid for all.',
          'At every visit: pressure, urine, fundal height, and the mother’s own worries.',
        ],
      ],
    ],
    guideline: [
      'Postpartum haemorrhage',
      'Ward protocol, with doses',
      [
        'Call, rub, catheter, oxytocin: in this order, in the first minute.',
        'Look for tone, trauma, tissue, thrombin. Weigh the swabs: the eye sees half of the blood.',
      ],
    ],
    form: ['Labour observation sheet', 'One page for each labour followed'],
    books: [
      'Obstetrics by Ten Teachers',
      'Gynaecology by Ten Teachers',
      'Dewhurst’s Textbook of Obstetrics and Gynaecology',
    ],
    chart: ['Deliveries by week', [0.5, 0.62, 0.58, 0.7, 0.66, 0.8, 0.74, 0.9, 0.85, 0.7]],
  },
  ENT: {
    lectures: [
      [
        'Hearing tests with a tuning fork',
        'Rinne, Weber and what they say together',
        [
          'A 512 Hz fork, struck on the elbow. Air before bone is positive, which is normal.',
          'Weber goes to the bad ear in conductive loss and to the good one in sensorineural loss.',
        ],
      ],
      [
        'Epistaxis',
        'First aid, packing, cautery',
        [
          'Sit forward, pinch the soft part, ten minutes by the clock. Most stop here.',
          'Look for the site before you pack.',
        ],
      ],
    ],
    guideline: [
      'Care of a tracheostomy',
      'For the ward, day by day',
      [
        'A spare tube of the same size and one smaller at the bedside, always.',
        'Humidify, suck out, and clean the inner tube every four hours.',
      ],
    ],
    form: ['Otoscopy record', 'Both ears, with a drawing'],
    books: [
      'Diseases of Ear, Nose and Throat',
      "Logan Turner's Diseases of the Nose, Throat and Ear",
      'Key Topics in Otolaryngology',
    ],
    chart: ['Audiogram of a noise injury', [0.2, 0.2, 0.25, 0.3, 0.6, 0.85, 0.7]],
  },
  Ophthalmology: {
    lectures: [
      [
        'The red eye',
        'Which can wait, and which cannot',
        [
          'Pain, poor vision, a pupil that does not react: any one of them sends the patient today.',
          'Never prescribe a steroid drop without a slit lamp.',
        ],
      ],
      [
        'Examination of the fundus',
        'Direct ophthalmoscopy step by step',
        [
          'Dark room, right eye to right eye. Find the red reflex, follow a vessel to the disc.',
          'Disc, vessels, background, macula: always in this order.',
        ],
      ],
    ],
    guideline: [
      'Chemical injury of the eye',
      'What is done before anything is asked',
      ['Irrigate for thirty minutes. Then test the pH, and irrigate again.', 'Evert the lids and sweep the fornices.'],
    ],
    form: ['Visual acuity chart record', 'With and without glasses, each eye'],
    books: ["Kanski's Clinical Ophthalmology", "Parsons' Diseases of the Eye", 'Clinical Ophthalmology Made Easy'],
    chart: ['Pressure of the eye over a day', [0.7, 0.75, 0.65, 0.6, 0.5, 0.55, 0.6, 0.68]],
  },
  Psychiatry: {
    lectures: [
      [
        'The mental state examination',
        'Ten headings, with examples of wording',
        [
          'Appearance, behaviour, speech, mood, thought, perception, cognition, insight: describe, do not label.',
          'Write down the patient’s own words where they matter.',
        ],
      ],
      [
        'Assessing the risk of suicide',
        'How to ask, and what to do with the answer',
        [
          'Ask plainly. Asking does not put the thought there.',
          'Plan, means, past attempts, and who is at home tonight.',
        ],
      ],
    ],
    guideline: [
      'The agitated patient',
      'De-escalation before medication',
      [
        'One person speaks. Keep the door behind you and the voice low.',
        'Medication by mouth is offered before any injection.',
      ],
    ],
    form: ['Psychiatric history sheet', 'With a family tree'],
    books: [
      'Shorter Oxford Textbook of Psychiatry',
      "Fish's Clinical Psychopathology",
      'Psychiatry for medical students',
    ],
    chart: ['Scores before and after treatment', [0.85, 0.35, 0.9, 0.45, 0.75, 0.4, 0.8, 0.3]],
  },
  'Community Medicine': {
    lectures: [
      [
        'Rates, ratios and proportions',
        'With worked examples from the district',
        [
          'A rate has time in it, a ratio has not, a proportion contains its own numerator.',
          'Infant mortality is counted on live births, not on infants.',
        ],
      ],
      [
        'Designing a questionnaire',
        'For the research project of the fourth year',
        [
          'One question asks one thing. Pilot it with ten people who are not your friends.',
          'Decide how you will analyse it before you print it.',
        ],
      ],
    ],
    guideline: [
      'Investigating an outbreak',
      'Ten steps for the field',
      [
        'Verify the diagnosis, define a case, count, and draw the curve.',
        'Act on the probable source; do not wait for proof.',
      ],
    ],
    form: ['Household survey form', 'For the field visit'],
    books: [
      "Park's Textbook of Preventive and Social Medicine",
      'Community Medicine and Public Health',
      'Basic Epidemiology',
    ],
    chart: ['Epidemic curve of an outbreak', [0.1, 0.2, 0.45, 0.9, 1, 0.7, 0.4, 0.25, 0.1]],
  },
}
