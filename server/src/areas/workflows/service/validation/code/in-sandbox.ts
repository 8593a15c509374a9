import { createHash } from 'node:crypto'
import { AppError } from '../../../../../kernel/errors.ts'
import { readTopLevel } from '../../../../../kernel/sandbox/child/javascript/top-level.ts'
import type { Scope } from '../../../../../kernel/scope.ts'
import type { Sandboxes } from '../../../../sandboxes/index.ts'

export type SyntaxFault = { line: number; column: number; message: string }
type Language = 'javascript' | 'python'

// The parser of the language itself, in the interpreter that would run the scripts. They are given as data.
const javascript = `
const AsyncFunction = (async () => {}).constructor

function faultOf(source) {
  try {
    new AsyncFunction(source)
    return null
  } catch (error) {
    const [, line = '1', column = '1'] = /:(\\d+):(\\d+)/.exec(error.stack ?? '') ?? []
    return { line: Number(line), column: Number(column), message: String(error.message) }
  }
}

return state.sources.map(faultOf)
`
const python = `
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

const programs = { javascript, python }
// Of what the constructor of a function writes before its body.
const linesBefore = { javascript: 2, python: 0 }

const timeoutMs = 5_000
// The first one after a start also waits for the interpreter.
const maxWaitMs = 30_000
const mostKnown = 1_000
const hashOf = (language: Language, source: string) =>
  createHash('sha256').update(`${language}\n${source}`).digest('base64')

/** JavaScript as the sandbox reads it: what is declared again at the top level is no mistake there. */
function readable(language: Language, source: string): string {
  if (language === 'python') return source
  const { source: script, returns } = readTopLevel(source)
  return returns === 'surely' ? source : script
}

/** Within the code, also where the end of it is what is wrong. */
function withPosition(language: Language, source: string, fault: SyntaxFault): SyntaxFault {
  const lines = source.split('\n')
  const line = fault.line - linesBefore[language]
  if (line > lines.length) return { ...fault, line: lines.length, column: lines.at(-1)!.length + 1 }
  return { ...fault, line: Math.max(1, line) }
}

/** An interpreter costs more than an edit should, so what was found for a script is remembered. */
export function createSandboxCheck({ runScript }: Pick<Sandboxes, 'runScript'>) {
  const known = new Map<string, SyntaxFault | null>()

  async function learn(
    scope: Scope,
    language: Language,
    sources: string[],
    signal: AbortSignal,
  ): Promise<void> {
    const ended = await runScript(scope, language, {
      source: programs[language],
      state: { sources: sources.map((source) => readable(language, source)) },
      env: {},
      timeoutMs,
      calls: {},
      signal,
    })
    if (ended.failure || ended.result === null) return
    const faults = JSON.parse(ended.result) as (SyntaxFault | null)[]
    for (const [i, source] of sources.entries()) {
      const fault = faults[i]
      known.set(hashOf(language, source), fault ? withPosition(language, source, fault) : null)
    }
    for (const oldest of known.keys()) {
      if (known.size <= mostKnown) break
      known.delete(oldest)
    }
  }

  /** Null also where no interpreter was free: the execution will tell. */
  return async (scope: Scope, language: Language, sources: string[]): Promise<(SyntaxFault | null)[]> => {
    const unknown = [...new Set(sources)].filter((source) => !known.has(hashOf(language, source)))
    if (unknown.length > 0) {
      const signal = AbortSignal.timeout(maxWaitMs)
      await learn(scope, language, unknown, signal).catch((error) => {
        if (!(error instanceof AppError || signal.aborted)) throw error
      })
    }
    return sources.map((source) => known.get(hashOf(language, source)) ?? null)
  }
}
