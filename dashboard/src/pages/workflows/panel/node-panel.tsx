import CircleAlert from 'lucide-react/icons/circle-alert'
import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { IconButton } from '../../../components/actions/button.tsx'
import {
  fixOf,
  hasErrors,
  messageWithPosition,
  problemsOf,
  useEditor,
  useEditorState,
} from '../canvas/editor-context.ts'
import { nameOf, nodeKinds } from '../canvas/node-kinds.ts'
import { updateNode } from '../graph/ops.ts'
import type { FlowNode } from '../graph/types.ts'
import { GeneralForm, nodeForms } from './node-fields.tsx'
import { hasOptions, OptionsForm } from './options-form.tsx'
import { PanelContext, type PanelNode } from './panel-context.ts'
import { PathsForm } from './paths-form.tsx'
import './panel.css'

type NodePanelProps = {
  workflowId: string
  node: FlowNode
  sampleId: string | null
  /** What came of it in the execution that is shown. */
  result: ReactNode
  onConnect(from: string): void
  onClose(): void
}

/** Everything a node is made of. */
export function NodePanel({ workflowId, node, sampleId, result, onConnect, onClose }: NodePanelProps) {
  const { problems } = useEditor()
  const panel = usePanel(workflowId, node, sampleId)
  const Form = nodeForms[node.type]
  const { Icon, label } = nodeKinds[node.type]
  const heading = useRef<HTMLHeadingElement>(null)
  const found = problemsOf(problems, node.id)
  useEffect(() => {
    heading.current?.closest('.flow-panel')?.scrollTo({ top: 0 })
  }, [node.id])
  return (
    <PanelContext value={panel}>
      <section className="node-panel" aria-label={`${nameOf(node)}, ${label}`}>
        <header className="panel-head">
          <span className="node-icon" data-type={node.type}>
            <Icon size={16} aria-hidden />
          </span>
          <div>
            <h2 ref={heading}>{nameOf(node)}</h2>
            <p className="muted small">{label}</p>
          </div>
          <IconButton label="Close" icon={<X size={16} aria-hidden />} onClick={onClose} />
        </header>
        {found.length > 0 && (
          <ul className="panel-problems" data-kind={hasErrors(found) ? 'bad' : 'warn'}>
            {found.map((problem, index) => (
              <li key={index}>
                <CircleAlert size={13} aria-hidden />
                <span>
                  {messageWithPosition(problem)} <span className="muted">{fixOf(problem)}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
        {result}
        <fieldset className="panel-fields" disabled={panel.isReadOnly}>
          <legend className="visually-hidden">Settings of the node</legend>
          <PanelSections key={node.id} Form={Form} node={node} onConnect={onConnect} />
        </fieldset>
      </section>
    </PanelContext>
  )
}

type SectionsProps = {
  Form: (typeof nodeForms)[FlowNode['type']]
  node: FlowNode
  onConnect(from: string): void
}

const PanelSections = ({ Form, node, onConnect }: SectionsProps) => (
  <>
    {Form && (
      <div className="form panel-section">
        <Form />
      </div>
    )}
    {node.type !== 'end' && (
      <Section title="Next" isOpen={node.type === 'branch' || node.type === 'parallel'}>
        <PathsForm onConnect={onConnect} />
      </Section>
    )}
    {hasOptions(node.type) && (
      <Section title="Options">
        <OptionsForm />
      </Section>
    )}
    <Section title="Name and description" isOpen={!Form}>
      <GeneralForm />
    </Section>
  </>
)

const Section = ({
  title,
  isOpen = false,
  children,
}: {
  title: string
  isOpen?: boolean
  children: ReactNode
}) => (
  <details className="panel-section panel-fold" open={isOpen}>
    <summary>{title}</summary>
    <div className="form">{children}</div>
  </details>
)

function usePanel(workflowId: string, node: FlowNode, sampleId: string | null): PanelNode {
  const { store, isReadOnly, problems } = useEditor()
  const { graph } = useEditorState()
  const at = graph.nodes.indexOf(node)
  const faults = useMemo(() => {
    const start = `/graph/nodes/${at}`
    const own = problems.filter(({ path }) => path.startsWith(`${start}/`))
    const edges = problems.filter(({ path }) => path.startsWith('/graph/edges/'))
    return new Map([
      ...own.map((problem) => [problem.path.slice(start.length), messageWithPosition(problem)] as const),
      ...edges.map(({ path, message }) => [path.slice('/graph'.length), message] as const),
    ])
  }, [problems, at])
  const faultyLines = useMemo(
    () =>
      problems.flatMap(({ path, position }) =>
        path === `/graph/nodes/${at}/code` && position ? [position.line] : [],
      ),
    [problems, at],
  )
  return {
    workflowId,
    node,
    isReadOnly,
    sampleId,
    faults,
    faultyLines,
    change: (patch, field) =>
      store.edit(updateNode(store.current().graph, node.id, patch), `${node.id} ${field}`),
  }
}
