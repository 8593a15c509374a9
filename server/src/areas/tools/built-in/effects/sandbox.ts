import type { Sandboxes } from '../../../sandboxes/index.ts'
import { runScript } from '../../service/custom/run-script.ts'
import {
  anything,
  type BuiltInTool,
  type BuiltInToolkit,
  record,
  result,
  shape,
  ToolFailure,
  text,
  tool,
} from '../tool.ts'

const languages = [
  ['javascript', 'JavaScript', 'return state.a + 1'],
  ['python', 'Python', 'return state["a"] + 1'],
] as const

export function createSandboxToolkit({ sandboxes }: { sandboxes: Sandboxes }): BuiltInToolkit {
  const running = ([language, name, source]: (typeof languages)[number]): BuiltInTool =>
    tool<{ source: string; state: Record<string, unknown> }>({
      operation: `run_${language}`,
      name: `Run ${name}`,
      description: `Runs a ${name} script in a sealed interpreter without network and files. \`state\` is in scope; what it returns is the result. Use it for calculations and data work that no other tool does.`,
      input: shape({
        source: text('The body of a function.', { minLength: 1, maxLength: 256 * 1024 }),
        'state?': record('What the script sees as state.', { default: {} }),
      }),
      output: result({
        result: anything('What it returned.'),
        stdout: text('What it printed.'),
        stderr: text('What it complained.'),
      }),
      effect: 'compute',
      isImportant: language === 'javascript',
      example: { arguments: { source, state: { a: 1 } }, result: { result: 2, stdout: '', stderr: '' } },
      run: async ({ source: script, state }, call) => {
        const ended = await runScript(sandboxes, {
          language,
          source: script,
          state,
          calls: {},
          scope: call.scope,
          timeoutMs: call.timeoutMs,
          signal: call.signal,
        })
        if (ended.failure) throw new ToolFailure(ended.failure.errorCode, ended.failure.error)
        return { result: ended.value, stdout: ended.stdout, stderr: ended.stderr }
      },
    })
  return {
    slug: 'sandbox',
    name: 'Code',
    description: 'Runs JavaScript and Python in a sandbox.',
    category: 'developer-tools-&-devops',
    tools: languages.map(running),
  }
}
