import { PLACE, type Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/tasks': [`${PLACE}&page=2`, `${PLACE}&only=due`, 'only=ungraded&page=2', `${PLACE}&modal=view&id=4`],
  },
  found: { task: ['search:tasks', '/tasks'] },
  unformed: {
    'submissions.create': ['task_id', 'the task is open'],
    'submissions.resubmit': ['remove_files', 'FilesField has a button for each file'],
    'submissions.update': ['marks criteria_marks', 'graded in the row of the student'],
    'submissionComments.giveBack': ['text', 'the text of the comment, sent by the second button'],
    'tasks.create': [
      'criteria group_id task_type',
      'its rows have fields of their own; named group_ids; the dialog is for one type',
    ],
    'tasks.update': ['criteria group_id', 'its rows have fields of their own; named group_ids in the form'],
  },
}
