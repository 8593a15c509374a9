import CircleAlert from 'lucide-react/icons/circle-alert'
import { useEditor, useEditorState } from './editor-context.ts'
import { nameOf } from './node-kinds.ts'
import './list-view.css'

/** Everything that prevents activating the workflow, each with how to fix it. */
export function ProblemList() {
  const { problems, open } = useEditor()
  const { graph } = useEditorState()
  const names = new Map(graph.nodes.map((node) => [node.id, nameOf(node)]))
  return (
    <ul className="problem-list">
      {problems.map(({ severity, message, fix, nodeId, path }, at) => (
        <li key={`${at} ${path}`} data-kind={severity === 'error' ? 'bad' : 'warn'}>
          <CircleAlert size={14} aria-hidden />
          <div>
            <p>
              {nodeId !== null && names.has(nodeId) && (
                <button type="button" className="problem-node" onClick={() => open(nodeId)}>
                  {names.get(nodeId)}
                </button>
              )}
              {message}
            </p>
            {fix && <p className="muted small">{fix}</p>}
          </div>
        </li>
      ))}
    </ul>
  )
}
