import { column } from './column.ts'

// The columns by which a student is found, in files of students and of what students did.

export const ROLL_NUMBER = column(
  'roll_no',
  'Roll Number',
  'text',
  'rollno roll rollnum rollnumbers rollnos rollid studentrollno studentrollnumber studentsrollno collegerollno collegerollnumber classrollno mbbsrollno رولنمبر',
  'regno regnumber registrationno registrationnumber studentid studentno studentnumber enrolmentno enrollmentno admissionno admno',
)

export const STUDENT_NAME = column(
  'name',
  'Name',
  'person',
  'studentname studentsname nameofstudent nameofthestudent nameofstudents namesofstudents studentnames fullname studentfullname names candidatename nameofcandidate نام طالبعلمکانام نامطالبعلم',
  'student students candidate',
)

export const EMAIL = column(
  'email',
  'Email',
  'text',
  'emailaddress emailid emailaddresses emails mail mailid mailaddress emailno emailidofstudent studentemail studentsemail studentemailaddress studentemailid staffemail officialemail officialemailaddress officialemailid collegeemail collegeemailaddress ایمیل ایمیلپتہ برقیپتہ',
  'personalemail personalemailaddress gmail login loginid',
)
