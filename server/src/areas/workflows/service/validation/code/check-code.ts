import type { Scope } from '../../../../../kernel/scope.ts'
import type { Sandboxes } from '../../../../sandboxes/index.ts'
import type { Graph, NodeOf } from '../../../schema/graph.ts'
import type { Problem } from '../../../schema/problem.ts'
import { createSandboxCheck, type SyntaxFault } from './in-sandbox.ts'

type CodeLocation = { node: NodeOf<'code'>; path: string }

const languageNames = { javascript: 'JavaScript', python: 'Python' } as const

/** Scripts that cannot even be parsed fail in every execution: they are found when they are saved. */
export function createCodeCheck(sandboxes: Sandboxes) {
  const check = createSandboxCheck(sandboxes)

  return async (scope: Scope, { nodes }: Graph): Promise<Problem[]> => {
    const locations = nodes.flatMap((node, i): CodeLocation[] =>
      node.type === 'code' ? [{ node, path: `/graph/nodes/${i}/code` }] : [],
    )
    const { javascript = [], python = [] } = Object.groupBy(locations, ({ node }) => node.language)
    const sourcesOf = (some: CodeLocation[]) => some.map(({ node }) => node.code)
    const found = [
      ...(javascript.length > 0 ? await check(scope, 'javascript', sourcesOf(javascript)) : []),
      ...(python.length > 0 ? await check(scope, 'python', sourcesOf(python)) : []),
    ]
    return [...javascript, ...python].flatMap((location, i) =>
      found[i] ? [toProblem(location, found[i])] : [],
    )
  }
}

function toProblem({ node, path }: CodeLocation, { line, column, message }: SyntaxFault): Problem {
  const before = node.code.split('\n').slice(0, line - 1)
  const offset = before.reduce((sum, { length }) => sum + length + 1, 0) + column - 1
  const text = message.slice(0, 300).replace(/\.$/, '')
  return {
    severity: 'error',
    code: 'code_syntax',
    message: `The ${languageNames[node.language]} code cannot be parsed at line ${line}, column ${column}: ${text}.`,
    fix: `Correct the code at line ${line}, column ${column}.`,
    nodeId: node.id,
    path,
    position: { offset: Math.min(offset, node.code.length), length: 1, line, column },
  }
}
