import CircleAlert from 'lucide-react/icons/circle-alert'
import { fixOf, messageWithPosition, type Problem, useEditor, useEditorState } from './editor-context.ts'
import { nameOf } from './node-kinds.ts'
import './list-view.css'

/** Everything that prevents activating the workflow, each with how to fix it; it leads to the node and its field. */
export function ProblemList() {
  const { problems, openProblem } = useEditor()
  const { graph } = useEditorState()
  const names = new Map(graph.nodes.map((node) => [node.id, nameOf(node)]))
  return (
    <ul className="problem-list">
      {problems.map((problem, at) => (
        <li key={`${at} ${problem.path}`} data-kind={problem.severity === 'error' ? 'bad' : 'warn'}>
          <CircleAlert size={14} aria-hidden />
          <div>
            <p>
              {problem.severity === 'warning' && <span className="visually-hidden">Warning: </span>}
              <ProblemLocation problem={problem} names={names} onOpen={() => openProblem(problem)} />
              {messageWithPosition(problem)}
            </p>
            {fixOf(problem) && <p className="muted small">{fixOf(problem)}</p>}
          </div>
        </li>
      ))}
    </ul>
  )
}

type ProblemLocationProps = { problem: Problem; names: ReadonlyMap<string, string>; onOpen(): void }

function ProblemLocation({ problem: { nodeId, path }, names, onOpen }: ProblemLocationProps) {
  const name =
    (nodeId === null ? undefined : names.get(nodeId)) ??
    (path.startsWith('/graph/edges/') ? 'Edge' : undefined)
  if (name === undefined) return null
  return (
    <button type="button" className="problem-node" onClick={onOpen}>
      {name}
    </button>
  )
}
