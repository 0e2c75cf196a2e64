/** Students' sentences about what was good. */
export const GOOD = [
  'The consultant asked each of us a question on every round, and waited for the answer.',
  'Seeing the same patient from admission to discharge.',
  'Dr. Sana’s evening tutorials. We could ask anything.',
  'Presenting on the Thursday round, though I was nervous the first time.',
  'The registrar let us examine first and corrected us at the bedside.',
  'Small groups. In eights you cannot hide.',
  'The list of twenty cases on the first day: I knew what to look for.',
  'ECGs every morning before the round.',
  'Emergency nights. I learnt more there than in two weeks of lectures.',
  'He told us why, not only what.',
  'مریضوں سے بات کرنے کا موقع ملا۔',
  'X-ray sessions with the radiologist.',
]

/** Students' sentences about what they would like to be otherwise. */
export const TO_CHANGE = [
  'Thirty students around one bed: those at the back see nothing.',
  'Please begin on time. We wait in the corridor until half past nine.',
  'Tell us on Saturday what the next week’s topics are.',
  'Return the histories with remarks. Mine came back with a tick.',
  'Lecture and ward round are at the same hour on Wednesdays.',
  'More time in the OPD, less in the seminar room.',
  'The projector in seminar room 2 has been out of order since the spring.',
  'One tutorial a week about investigations and how to read them.',
  'Do not ask for the diagnosis before we have examined.',
  'ہفتے میں ایک دن صرف سوالات کے لیے ہو۔',
  'A place to leave our bags, and one to sit between the rounds.',
  'Fewer slides. Nobody remembers ninety of them.',
  'Nothing, it was good.',
]
