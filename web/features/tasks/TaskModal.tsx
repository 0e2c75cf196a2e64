import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useFreshRecord } from '../../core/fresh-record.ts'
import { ListState } from '../../layout/ListState.tsx'
import { HistoryPanel } from '../../parts/HistoryPanel.tsx'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { taskQuery } from './api.ts'
import { EditTaskForm } from './TaskForm.tsx'
import { TaskPanel } from './TaskPanel.tsx'

interface Props {
  mode: 'view' | 'edit'
  taskId: number
  onClose: () => void
}

/** One task, to read or to change. */
export function TaskModal({ mode, taskId, onClose }: Props) {
  const query = useQuery(taskQuery(taskId))
  const { record, opening, reload } = useFreshRecord(query)

  if (mode === 'edit' && record.data)
    return <EditTaskForm key={opening} task={record.data} onClose={onClose} onReload={reload} />

  return (
    <Modal
      title={mode === 'edit' ? 'Edit Task' : 'View Task'}
      onClose={onClose}
      footer={<CloseFooter onClose={onClose} />}
    >
      <ListState
        query={query}
        skeleton={<Skeleton height={240} />}
        failure={query.isError ? 'Failed to load task information' : undefined}
      >
        {(task) =>
          mode === 'edit' ? (
            <Skeleton height={240} />
          ) : (
            <>
              <TaskPanel task={task} />
              <HistoryPanel entity="task" id={task.id} />
            </>
          )
        }
      </ListState>
    </Modal>
  )
}
