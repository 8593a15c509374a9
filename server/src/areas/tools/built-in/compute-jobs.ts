import { defineJob, handOver } from '../../../kernel/compute/job.ts'
import { createJsonSchemas } from '../../../kernel/json-schema/json-schemas.ts'
import type { ToolErrorCode } from '../../toolkits/index.ts'
import { type BuiltInCall, ToolFailure } from './tool.ts'
import { cryptoToolkit } from './transform/crypto.ts'
import { csvToolkit } from './transform/csv.ts'
import { createDatetimeToolkit } from './transform/datetime.ts'
import { encodingToolkit } from './transform/encoding.ts'
import { createJsonToolkit } from './transform/json.ts'
import { markdownToolkit } from './transform/markdown.ts'
import { mathToolkit } from './transform/math.ts'
import { regexToolkit } from './transform/regex.ts'
import { textToolkit } from './transform/text.ts'

/** The arguments are JSON: writing and reading that takes a fraction of the time in which a thread copies objects. */
export type ToolRequest = { slug: string; args: string; now: number }
export type ToolReply = { json: Uint8Array } | { failure: { errorCode: ToolErrorCode; message: string } }

/** A tool that only computes: it knows its arguments and the time, and nothing of the call. */
export const toolJob = defineJob<ToolRequest, ToolReply>(new URL(import.meta.url), 'runTool', {
  budgetMs: 2_000,
})

let now = 0
const toolkits = [
  createJsonToolkit({ schemas: createJsonSchemas() }),
  textToolkit,
  createDatetimeToolkit({ clock: { now: () => new Date(now) } }),
  mathToolkit,
  csvToolkit,
  cryptoToolkit,
  encodingToolkit,
  regexToolkit,
  markdownToolkit,
]
const tools = new Map(
  toolkits.flatMap(({ slug, tools: each }) => each.map((tool) => [`${slug}_${tool.operation}`, tool])),
)

export async function runTool(request: ToolRequest): Promise<ToolReply> {
  now = request.now
  try {
    const result = await tools.get(request.slug)!.run(JSON.parse(request.args), {} as BuiltInCall)
    const json = Buffer.from(JSON.stringify(result))
    return handOver({ json }, [json])
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error
    return { failure: { errorCode: error.errorCode, message: error.message } }
  }
}
