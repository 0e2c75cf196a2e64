import { column } from './column.ts'

// The columns of the records that files of people name: departments, designations and groups.

const DEPARTMENT_WORDS =
  'department departments departmentname dept deptt depts deptname depttname nameofdepartment nameofdept nameofdeptt شعبہ'
const STATUS = column('status', 'Status', 'status', '', 'currentstatus')

export const PLACE_COLUMNS = {
  departments: [
    column('name', 'Name', 'text', `${DEPARTMENT_WORDS} نام`, 'unit section speciality specialty subject discipline'),
    column(
      'type',
      'Type',
      'department-type',
      'departmenttype depttype typeofdepartment academicornonacademic academicnonacademic academic',
      'kind category nature',
    ),
    STATUS,
  ],
  designations: [
    column(
      'name',
      'Name',
      'text',
      'designation designations designationname nameofdesignation desig desg nameofpost post posts title عہدہ نام',
      'position positions rank cadre jobtitle',
    ),
  ],
  groups: [
    column(
      'name',
      'Name',
      'text',
      'group groups groupname groupno nameofgroup wardgroup clinicalgroup subgroup گروپ نام',
      'section',
    ),
    column(
      'batch_id',
      'Batch',
      'name',
      'batchname batchno mbbsbatch بیچ',
      'class session academicsession classsession sessionyear کلاس سیشن',
    ),
    column(
      'department_id',
      'Department',
      'name',
      DEPARTMENT_WORDS,
      'ward unit speciality specialty subject discipline',
    ),
    column('description', 'Description', 'text', 'details', 'remarks remark notes note comments comment'),
    column('status', 'Status', 'status', 'groupstatus', 'currentstatus'),
  ],
}
