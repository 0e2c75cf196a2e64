import type { ImportKind } from '../../../shared/contract/imports.ts'
import type { Step, useImport } from './api.ts'
import { PreviewPanel } from './PreviewPanel.tsx'
import { ResultPanel } from './ResultPanel.tsx'

interface Props
  extends Pick<ReturnType<typeof useImport>, 'answer' | 'changeColumn' | 'remember' | 'run' | 'startAnew'> {
  kind: ImportKind
  step: Extract<Step, { at: 'preview' | 'done' }>
  /** Called once the result's passwords were printed or saved. */
  onKept: () => void
}

/**
 * The steps that come when a file was read. Their code is one: whoever has seen a preview has that of the result, whose
 * passwords are shown once.
 */
export function StepPanel({ kind, step, onKept, ...does }: Props) {
  if (step.at === 'done')
    return <ResultPanel kind={kind} result={step.result} rows={step.rows} onKept={onKept} onUndone={does.startAnew} />
  return (
    <PreviewPanel
      kind={kind}
      shown={step}
      onRun={() => does.run(step)}
      onAnswer={(answers) => does.answer(step, answers)}
      onColumn={(column, field) => does.changeColumn(step, column, field)}
      onChoose={(chosen) => does.remember(step, chosen)}
    />
  )
}
