import { createHash } from 'node:crypto'
import { AppError } from '../../../../../kernel/errors.ts'
import type { Scope } from '../../../../../kernel/scope.ts'
import type { Sandboxes } from '../../../../sandboxes/index.ts'
import type { SyntaxFault } from './javascript.ts'

// The parser of the language itself, in the interpreter that would run the scripts. They are given as data.
const program = `
import ast

def has_return(nodes):
    inner = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Return):
            return True
        if not isinstance(node, inner):
            waiting.extend(ast.iter_child_nodes(node))
    return False

def fault_of(source):
    try:
        tree = ast.parse(source, "<script>", "exec")
        if not has_return(tree.body):
            compile(tree, "<script>", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        return None
    except SyntaxError as error:
        return {"line": error.lineno or 1, "column": error.offset or 1, "message": error.msg}
    except (ValueError, RecursionError, MemoryError) as error:
        return {"line": 1, "column": 1, "message": str(error) or type(error).__name__}

def main(state):
    return [fault_of(source) for source in state["sources"]]
`

const timeoutMs = 5_000
// The first one after a start also waits for the interpreter.
const maxWaitMs = 30_000
const mostKnown = 1_000
const hashOf = (source: string) => createHash('sha256').update(source).digest('base64')

/** An interpreter costs more than an edit should, so what was found for a script is remembered. */
export function createPythonCheck({ runScript }: Pick<Sandboxes, 'runScript'>) {
  const known = new Map<string, SyntaxFault | null>()

  async function learn(scope: Scope, sources: string[], signal: AbortSignal): Promise<void> {
    const ended = await runScript(scope, 'python', {
      source: program,
      state: { sources },
      env: {},
      timeoutMs,
      calls: {},
      signal,
    })
    if (ended.failure || ended.result === null) return
    const faults = JSON.parse(ended.result) as (SyntaxFault | null)[]
    for (const [i, source] of sources.entries()) known.set(hashOf(source), faults[i] ?? null)
    for (const oldest of known.keys()) {
      if (known.size <= mostKnown) break
      known.delete(oldest)
    }
  }

  /** Null also where no interpreter was free: the execution will tell. */
  return async (scope: Scope, sources: string[]): Promise<(SyntaxFault | null)[]> => {
    const unknown = [...new Set(sources)].filter((source) => !known.has(hashOf(source)))
    if (unknown.length > 0) {
      const signal = AbortSignal.timeout(maxWaitMs)
      await learn(scope, unknown, signal).catch((error) => {
        if (!(error instanceof AppError || signal.aborted)) throw error
      })
    }
    return sources.map((source) => known.get(hashOf(source)) ?? null)
  }
}

export type PythonCheck = ReturnType<typeof createPythonCheck>
