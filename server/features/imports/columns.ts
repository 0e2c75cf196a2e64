import type { ImportKind } from '../../../shared/contract/imports.ts'
import { plainHeading } from '../../documents/sheets/lines.ts'
import { type Column, column } from './column.ts'
import { ATTENDANCE_COLUMNS, RESULT_COLUMNS } from './past-columns.ts'
import { PLACE_COLUMNS } from './place-columns.ts'
import { EMAIL, ROLL_NUMBER, STUDENT_NAME } from './student-columns.ts'

const STAFF_NUMBER = column(
  'staff_no',
  'Staff Number',
  'text',
  'staffno staffid staffnumber employeeno employeenumber employeeid empno empid personnelno personnelnumber',
)
const FACTS = [
  column(
    'phone',
    'Phone',
    'phone',
    'phonenumber phoneno phones mob mobno mobnumber mobile mobilenumber mobileno mobilephone mobilephoneno mobilephonenumber contact contactnumber contactno contactnos contactphone cell cellnumber cellno cellphone cellphoneno cellphonenumber telephone telephoneno telephonenumber tel telno studentphone studentphoneno studentmob studentmobno studentmobile studentmobileno studentcontact studentcontactno studentscontactno studentcellno فون فوننمبر موبائل موبائلنمبر رابطہنمبر',
    'whatsapp whatsappno whatsappnumber ph phno',
  ),
  column('gender', 'Gender', 'gender', 'sex gendermf sexmf malefemale جنس صنف', 'mf'),
  column(
    'date_of_birth',
    'Date of Birth',
    'date',
    'dob birthdate birthday dateofbirthdob dobdateofbirth dtofbirth datebirth bornon born تاریخپیدائش',
  ),
]
const LAST = [
  column('status', 'Status', 'status', '', 'currentstatus'),
  column('description', 'Description', 'text', '', 'remarks remark notes note comments comment'),
]

export const COLUMNS: Record<ImportKind, readonly Column[]> = {
  students: [
    ROLL_NUMBER,
    STUDENT_NAME,
    EMAIL,
    column(
      'batch_id',
      'Batch',
      'name',
      'batchname batchno mbbsbatch batchofstudent بیچ',
      'class session academicsession classsession sessionyear کلاس سیشن',
    ),
    ...FACTS,
    column(
      'date_of_admission',
      'Date of Admission',
      'date',
      'admissiondate doa dateofadm admdate admittedon dateofadmissionincollege تاریخداخلہ',
      'dateofjoining joiningdate doj dateofenrolment dateofenrollment enrolmentdate enrollmentdate',
    ),
    ...LAST,
  ],
  staff: [
    column(
      'name',
      'Name',
      'person',
      'staffname fullname nameofstaff nameofstaffmember staffmember nameofemployee employeename employeesname nameoffaculty nameoffacultymember facultyname facultymember nameofteacher teachername nameofdoctor doctorname nameofofficer officername nameofofficial names نام',
      'staff employee teacher doctor faculty',
    ),
    STAFF_NUMBER,
    EMAIL,
    column(
      'department_id',
      'Department',
      'name',
      'departmentname dept deptt deptname nameofdepartment depttname شعبہ',
      'unit section speciality specialty subject discipline',
    ),
    column(
      'designation_id',
      'Designation',
      'name',
      'designationname desig desg nameofpost post presentdesignation currentdesignation عہدہ',
      'position rank jobtitle cadre',
    ),
    column('role_id', 'Role', 'name', 'rolename userrole systemrole'),
    ...FACTS,
    column(
      'date_of_joining',
      'Date of Joining',
      'date',
      'joiningdate doj dateofjoiningservice dateofjoiningcollege dateofjoiningthecollege dateofappointment appointmentdate dateofjoin joinedon joined تاریختقرری',
      'dateofjoiningpresentpost dateoffirstappointment',
    ),
    column('date_of_leaving', 'Date of Leaving', 'date', 'leavingdate dateofrelieving relievingdate lefton dol'),
    column('date_of_retirement', 'Date of Retirement', 'date', 'retirementdate dateofsuperannuation dor retiringon'),
    ...LAST,
  ],
  skills: [
    column(
      'name',
      'Name',
      'text',
      'skill skillname nameofskill skills procedure procedurename nameofprocedure procedures competency competencyname nameofcompetency competencies',
      'activity task',
    ),
    column('code', 'Code', 'text', 'skillcode codeno skillno competencyno competencycode procedurecode'),
    column(
      'department_id',
      'Department',
      'name',
      'departmentname dept deptt deptname nameofdepartment شعبہ',
      'speciality specialty subject discipline',
    ),
    column('category', 'Category', 'text', 'skillcategory', 'domain'),
    column('level', 'Level', 'level', 'leveltoreach requiredlevel levelofcompetence levelofcompetency competencelevel'),
    column(
      'usual_count',
      'Usual Count',
      'number',
      'count frequency requirednumber howoften numberrequired norequired minimumnumber',
      'quantity',
    ),
    column('usual_a_day', 'Usual Number a Day', 'number', 'usualaday usualperday usualnumberperday perday maximumaday'),
    column(
      'allows_simulation',
      'Simulation',
      'yes-no',
      'allowssimulation simulationcounts simulated simulationallowed',
    ),
    column(
      'observed_share',
      'Observed Share',
      'percent',
      'shareofobserved shareofobservedinpercent observedpercent observed observedshareinpercent',
    ),
    column('year', 'Year', 'year', 'yearofstudy studyyear class classyear professionalyear'),
    column('description', 'Description', 'text', 'details', 'remarks notes comments'),
    column('status', 'Status', 'status'),
  ],
  results: RESULT_COLUMNS,
  attendance: ATTENDANCE_COLUMNS,
  ...PLACE_COLUMNS,
}

/** The headings by which the line of the headings is found. */
export const headingsOf = (kind: ImportKind) =>
  COLUMNS[kind].flatMap(({ heading, also }) => [plainHeading(heading), ...also])

interface Key {
  fields: readonly string[]
  /** Said of a file that has none of them. */
  missing: string
}

const NAMED: Key = { fields: ['name'], missing: 'The file has no column "Name"' }
const STUDENT_KEY: Key = {
  fields: ['roll_no', 'email'],
  missing: 'The file has neither a column "Roll Number" nor a column "Email"',
}

/** The fields by which a row's record is found. */
export const KEYS: Record<ImportKind, Key> = {
  students: STUDENT_KEY,
  staff: {
    fields: ['staff_no', 'email'],
    missing: 'The file has neither a column "Staff Number" nor a column "Email"',
  },
  skills: {
    fields: ['code', 'name'],
    missing: 'The file has neither a column "Name" nor a column "Code"',
  },
  departments: NAMED,
  designations: NAMED,
  groups: NAMED,
  results: STUDENT_KEY,
  attendance: STUDENT_KEY,
}
