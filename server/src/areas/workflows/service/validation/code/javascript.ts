import { Script } from 'node:vm'
import { type Compute, isOverrun } from '../../../../../kernel/compute/compute.ts'
import { defineJob } from '../../../../../kernel/compute/job.ts'
import { readTopLevel } from '../../../../../kernel/sandbox/child/javascript/top-level.ts'

export type SyntaxFault = { line: number; column: number; message: string }

const job = defineJob<{ sources: string[] }, (SyntaxFault | null)[]>(
  new URL(import.meta.url),
  'findJavaScriptFaults',
  { budgetMs: 2_000 },
)

export const findJavaScriptFaults = ({ sources }: { sources: string[] }): (SyntaxFault | null)[] =>
  sources.map(faultOf)

// A millisecond of the processor at most.
const mostCharacters = 4 * 1024

/** Small scripts synchronously, others in a thread with a budget. They are parsed and never run. */
export async function checkJavaScript(
  sources: string[],
  compute: Compute,
  projectId: string,
): Promise<(SyntaxFault | null)[]> {
  const characters = sources.reduce((sum, { length }) => sum + length, 0)
  if (characters <= mostCharacters) return findJavaScriptFaults({ sources })
  try {
    return await compute.run(job, { sources }, { projectId })
  } catch (error) {
    if (isOverrun(error)) return sources.map(() => null)
    throw error
  }
}

/** As the sandbox reads it: a script that may await at its top level, or the body of a function. */
function faultOf(source: string): SyntaxFault | null {
  const { source: script, returns } = readTopLevel(source)
  const fault = parse(returns === 'surely' ? source : script)
  // What was declared twice at the top level is an error in a function only; all else is one in both.
  return fault && returns === 'perhaps' ? parse(source) : fault
}

const fileName = 'script'

function parse(source: string): SyntaxFault | null {
  try {
    new Script(`(async () => {\n${source}\n})`, { filename: fileName, lineOffset: -1 })
    return null
  } catch (error) {
    return toFault(error, source)
  }
}

/** The place is in the stack alone: `script:3`, then the line, then a caret below it. */
function toFault(error: unknown, source: string): SyntaxFault {
  const { message, stack = '' } = error as Error
  const lines = source.split('\n')
  const found = /^script:(\d+)\n[^\n]*\n( *)\^/.exec(stack)
  const line = found ? Number(found[1]) : 1
  // Found in what is put around it: the place of the bracket is not known.
  if (line > lines.length)
    return {
      line: lines.length,
      column: lines.at(-1)!.length + 1,
      message: message.includes("'}'")
        ? 'There is one closing bracket too many'
        : 'The code ends before a bracket, block or text is closed',
    }
  return { line: Math.max(1, line), column: (found?.[2]?.length ?? 0) + 1, message }
}
