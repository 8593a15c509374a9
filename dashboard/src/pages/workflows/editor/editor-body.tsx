import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { IconButton } from '../../../components/actions/button.tsx'
import { useEditor, useEditorState } from '../canvas/editor-context.ts'
import { FlowCanvas } from '../canvas/flow-canvas.tsx'
import { LoopFinder } from '../canvas/loop-finder.tsx'
import { NodeFinder } from '../canvas/node-finder.tsx'
import { nameOf } from '../canvas/node-kinds.ts'
import { NodeList } from '../canvas/node-list.tsx'
import { NodePicker } from '../canvas/node-picker.tsx'
import { ProblemList } from '../canvas/problem-list.tsx'
import { Toolbar } from '../canvas/toolbar.tsx'
import { connectFault } from '../graph/structure.ts'
import { EdgePanel } from '../panel/edge-panel.tsx'
import { NodePanel } from '../panel/node-panel.tsx'
import { NodeResult } from '../run/node-result.tsx'
import { TriggerPanel } from '../triggers/trigger-panel.tsx'
import { TriggerDialogs } from './trigger-dialogs.tsx'
import type { EditorParts } from './use-editor-parts.ts'

type EditorBodyProps = {
  workflow: { id: string; name: string }
  parts: EditorParts
  /** The execution that is shown over the graph, and that expressions are tried on. */
  executionId: string | null
  state: ReactNode
  /** Above the graph. */
  banner?: ReactNode
  isProblemsOpen?: boolean
  onProblems?(isOpen: boolean): void
}

/** Toolbar, graph and panel: of the editor, and of old versions that are only looked at. */
export function EditorBody({
  workflow,
  parts,
  executionId,
  state,
  banner,
  isProblemsOpen = false,
  onProblems,
}: EditorBodyProps) {
  const { graph, selectedNodes, selectedEdges, selectedTrigger } = useEditorState()
  const hasOne = selectedNodes.size + selectedEdges.size === 1
  const node = hasOne ? graph.nodes.find(({ id }) => selectedNodes.has(id)) : undefined
  const edge = hasOne ? graph.edges.find(({ id }) => selectedEdges.has(id)) : undefined
  const { store, triggers } = useEditor()
  const trigger = triggers.find(({ triggerId }) => triggerId === selectedTrigger)
  const close = () => store.select([])
  const panel = trigger ? (
    <TriggerPanel key={trigger.triggerId} trigger={trigger} onClose={close} />
  ) : node ? (
    <NodePanel
      workflowId={workflow.id}
      node={node}
      sampleId={executionId}
      result={executionId !== null && <NodeResult executionId={executionId} nodeId={node.id} />}
      onConnect={parts.startConnect}
      onClose={close}
    />
  ) : edge ? (
    <EdgePanel key={edge.id} workflowId={workflow.id} edge={edge} sampleId={executionId} onClose={close} />
  ) : (
    isProblemsOpen && <ProblemPanel onClose={() => onProblems?.(false)} />
  )
  return (
    <>
      <div className="flow-editor">
        <Toolbar
          commands={parts.commands}
          view={parts.view}
          onView={parts.setView}
          onFind={parts.find}
          onAdd={parts.startAdd}
          onRemove={parts.remove}
          state={state}
        />
        <div className="flow-banner">{banner}</div>
        <div className="flow-body" data-panel={panel ? '' : undefined}>
          <div className="flow-view">
            {parts.view === 'canvas' ? (
              <FlowCanvas />
            ) : (
              <NodeList onConnect={parts.startConnect} onMove={(id) => parts.startMove(new Set([id]))} />
            )}
          </div>
          {panel && <aside className="flow-panel">{panel}</aside>}
        </div>
      </div>
      <EditorDialogs parts={parts} />
      <TriggerDialogs workflow={workflow} parts={parts} />
    </>
  )
}

const ProblemPanel = ({ onClose }: { onClose(): void }) => (
  <section className="node-panel" aria-label="Problems">
    <header className="panel-head">
      <h2>Problems</h2>
      <span />
      <IconButton label="Close" icon={<X size={16} aria-hidden />} onClick={onClose} />
    </header>
    <div className="panel-section">
      <ProblemList />
    </div>
  </section>
)

function EditorDialogs({ parts }: { parts: EditorParts }) {
  const { graph } = useEditorState()
  const { picker, connectFrom, moving, isFinding } = parts.opened
  if (picker) return <NodePicker onPick={parts.add} onClose={parts.closeDialogs} />
  if (isFinding) return <NodeFinder label="Find a node" onChoose={parts.open} onClose={parts.closeDialogs} />
  if (moving) return <LoopFinder ids={moving} onChoose={parts.finishMove} onClose={parts.closeDialogs} />
  if (connectFrom === null) return null
  const source = graph.nodes.find(({ id }) => id === connectFrom)
  return (
    <NodeFinder
      label={`Connect ${source ? nameOf(source) : connectFrom} to`}
      isOffered={({ id }) => connectFault(graph, connectFrom, id) === null}
      onChoose={parts.finishConnect}
      onClose={parts.closeDialogs}
    />
  )
}
