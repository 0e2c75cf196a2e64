import { PLACE, type Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/tasks': [`${PLACE}&page=2`, `${PLACE}&only=due`, 'only=ungraded&page=2', `${PLACE}&modal=view&id=4`],
  },
  found: { task: ['search:tasks', '/tasks'] },
  unformed: {
    'submissions.create': ['task_id', 'the task is open'],
    'submissions.resubmit': ['remove_files', 'FilesField has a button for each file'],
    'submissions.update': ['marks', 'graded in the row of the student'],
    'submissionComments.giveBack': ['text', 'the text of the comment, sent by the second button'],
    'tasks.create': ['group_id task_type', 'named group_ids in the form; the dialog is for one type'],
    'tasks.update': ['group_id', 'named group_ids in the form'],
  },
}
