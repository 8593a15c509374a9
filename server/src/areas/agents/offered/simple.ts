import type { Taint } from '../../../kernel/text/taint.ts'
import type { Risk } from '../policy/risk.ts'
import type { ToolCallContext } from '../schema/turn.ts'
import type { OfferedTool } from './tool.ts'

export type SimpleTool = {
  name: string
  description: string
  parameters: Record<string, unknown>
  class?: 'pure' | 'repeatable' | 'once'
  risk?: Risk
  /** Throws an `AppError`, which the model is given, for arguments that are not accepted. */
  check?(input: Record<string, unknown>): void
  taint?: Taint
  /** Present when only the output says it. */
  taintOf?(output: unknown): Taint
  run(input: Record<string, unknown>, call: ToolCallContext): Promise<unknown> | unknown
}

const timeoutMs = 60_000

/** A tool of the loop itself: free, and logged by its step alone. */
export const simpleTool = (tool: SimpleTool): OfferedTool => ({
  name: tool.name,
  description: tool.description,
  parameters: tool.parameters,
  async plan({ arguments: input }) {
    tool.check?.(input)
    return {
      kind: 'step',
      slug: tool.name,
      arguments: input,
      risk: tool.risk ?? 'none',
      taint: tool.taint ?? null,
      class: tool.class ?? 'pure',
      identity: { own: tool.name, arguments: input },
      timeoutMs,
      async execute(call) {
        const output = await tool.run(input, call)
        const taint = tool.taintOf ? { taint: tool.taintOf(output) } : {}
        return { isOk: true, output, creditsMicro: 0, logId: null, ...taint }
      },
    }
  },
})

export const objectOf = (
  properties: Record<string, object>,
  required: readonly string[] = Object.keys(properties),
): Record<string, unknown> => ({ type: 'object', properties, required: [...required] })
