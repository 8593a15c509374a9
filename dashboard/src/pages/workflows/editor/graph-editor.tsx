import type { Trigger, Workflow } from '@stoa/sdk'
import { ReactFlowProvider } from '@xyflow/react'
import Play from 'lucide-react/icons/play'
import { useEffect, useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { useWorkflowTriggers } from '../../../features/triggers/workflow-triggers.tsx'
import { useFilters } from '../../../filters.ts'
import { countProblems, EditorContext, type Problem } from '../canvas/editor-context.ts'
import { createEditorStore } from '../graph/editor-store.ts'
import { RunDialog } from '../run/run-dialog.tsx'
import { useExecutionFollow } from '../run/use-execution-follow.ts'
import { EditorBody } from './editor-body.tsx'
import { RunBar } from './run-bar.tsx'
import { SaveProblem, SaveState } from './save-state.tsx'
import { toGraph } from './to-graph.ts'
import { useEditorParts } from './use-editor-parts.ts'
import { useProblems } from './use-problems.ts'
import { type Saving, useSaving } from './use-saving.ts'

/** Edits, saves and runs the graph of a workflow. */
export const GraphEditor = ({ workflow }: { workflow: Workflow }) => (
  <ReactFlowProvider>
    <Editing workflow={workflow} />
  </ReactFlowProvider>
)

const noTriggers: readonly Trigger[] = []

function Editing({ workflow }: { workflow: Workflow }) {
  const isReadOnly = !workflow.isOwn
  const [store] = useState(() => createEditorStore(toGraph(workflow.graph)))
  const saving = useSaving(store, workflow, isReadOnly)
  const problems = useProblems(workflow)
  const { filters, set } = useFilters()
  const executionId = filters.execution ?? null
  const followed = useExecutionFollow(executionId)
  const [isRunOpen, setRunOpen] = useState(false)
  const [isProblemsOpen, setProblemsOpen] = useState(false)
  const parts = useEditorParts({ store, isReadOnly, onRun: () => setRunOpen(true) })
  const triggers = useWorkflowTriggers(workflow.id).data ?? noTriggers
  useLinkedNode(parts.open)
  const { overlay } = followed
  return (
    <EditorContext value={{ ...parts, store, isReadOnly, problems, overlay, triggers }}>
      <SaveProblem saving={saving} />
      <EditorBody
        workflow={workflow}
        parts={parts}
        executionId={executionId}
        isProblemsOpen={isProblemsOpen && problems.length > 0}
        onProblems={setProblemsOpen}
        banner={
          executionId !== null && (
            <RunBar executionId={executionId} followed={followed} onClose={() => set({ execution: '' })} />
          )
        }
        state={
          <EditorState
            saving={isReadOnly ? null : saving}
            problems={problems}
            isProblemsOpen={isProblemsOpen}
            onProblems={() => {
              store.select([])
              setProblemsOpen(!isProblemsOpen)
            }}
            onRun={() => setRunOpen(true)}
          />
        }
      />
      {isRunOpen && (
        <RunDialog
          workflow={workflow}
          prepare={saving.flush}
          onStarted={(id) => set({ execution: id })}
          onClose={() => setRunOpen(false)}
        />
      )}
    </EditorContext>
  )
}

/** A link to a node opens it, once. */
function useLinkedNode(open: (id: string) => void): void {
  const { filters, set } = useFilters()
  const { node } = filters
  useEffect(() => {
    if (!node) return
    open(node)
    set({ node: '' })
  }, [node])
}

type EditorStateProps = {
  /** Null where the graph is only read. */
  saving: Saving | null
  problems: readonly Problem[]
  isProblemsOpen: boolean
  onProblems(): void
  onRun(): void
}

const EditorState = ({ saving, problems, isProblemsOpen, onProblems, onRun }: EditorStateProps) => (
  <>
    {problems.length > 0 && (
      <Button variant="ghost" aria-expanded={isProblemsOpen} onClick={onProblems}>
        {countProblems(problems)}
      </Button>
    )}
    {saving ? <SaveState saving={saving} /> : <span className="muted">Read-only</span>}
    <Button variant="primary" icon={<Play size={14} aria-hidden />} onClick={onRun}>
      Run
    </Button>
  </>
)
