import { AppError } from '../../../kernel/errors.ts'
import { PermanentFailure } from '../../../kernel/runs/run.ts'
import { objectSchema } from '../../../kernel/text/function-schema.ts'
import type { OfferedTool } from '../offered/tool.ts'
import { type StoredMessage, textOf } from '../schema/message.ts'
import { addEntry, type Loop } from './loop.ts'

export const submitName = 'submit_result'
const maxFaults = 2

const isObjectSchema = ({ type }: Record<string, unknown>) => type === 'object'

/** What takes the result of an agent that has other tools as well. */
export const submitTool = (schema: Record<string, unknown>, loop: () => Loop): OfferedTool => ({
  name: submitName,
  description: 'Submits the final result. Call it once, when everything else is done.',
  parameters: isObjectSchema(schema)
    ? objectSchema(schema)
    : { type: 'object', properties: { result: schema }, required: ['result'] },
  async plan(call) {
    const value = isObjectSchema(schema) ? call.arguments : call.arguments.result
    await submit(loop(), schema, value)
    return {
      kind: 'step',
      slug: submitName,
      arguments: call.arguments,
      risk: 'none',
      taint: null,
      class: 'pure',
      identity: { submit: call.arguments },
      timeoutMs: 1_000,
      execute: async () => ({ isOk: true, output: { accepted: true }, creditsMicro: 0, logId: null }),
    }
  },
})

/** Takes a result that matches; else the model is given what is wrong, twice at most. */
async function submit(loop: Loop, schema: Record<string, unknown>, value: unknown): Promise<void> {
  const caller = { projectId: loop.context.scope.projectId }
  const { value: filled, faults } = await loop.deps.checks.check(schema, value, caller)
  if (faults.length === 0) {
    loop.submitted = { value: filled }
    return
  }
  const first = faults.slice(0, 5).map(({ path, message }) => `${path || 'it'} ${message}`)
  throw invalid(loop, `The result does not match the schema: ${first.join('; ')}.`)
}

function invalid(loop: Loop, message: string): AppError {
  if (++loop.outputFaults > maxFaults)
    throw new PermanentFailure('output_invalid', `The agent returned no valid result. ${message}`)
  return new AppError('invalid_parameter', message)
}

/** Whether a response without calls is the result that the caller wants; else the model is called once more. */
export async function isAccepted(loop: Loop, output: StoredMessage, hadTools: boolean): Promise<boolean> {
  const { outputSchema } = loop.turn
  if (outputSchema === null) return true
  try {
    if (hadTools) throw invalid(loop, `Call ${submitName} with the result.`)
    await submit(loop, outputSchema, parsed(loop, textOf(output)))
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const message: StoredMessage = { id: `fault:${loop.outputFaults}`, role: 'human', content: error.message }
    addEntry(loop, { message, taint: null })
    return false
  }
}

function parsed(loop: Loop, text: string): unknown {
  try {
    // Models put JSON into a code block although they should not.
    return JSON.parse(text.replace(/^\s*```(?:json)?\s*|\s*```\s*$/g, ''))
  } catch {
    throw invalid(loop, 'The response is not JSON.')
  }
}
