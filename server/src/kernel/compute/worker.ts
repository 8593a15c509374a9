import { parentPort } from 'node:worker_threads'
import { AppError } from '../errors.ts'
import { type JobReply, type JobRequest, transferred } from './job.ts'

type Module = Record<string, (input: unknown) => unknown>

async function replyTo({ module, name, input }: JobRequest): Promise<JobReply> {
  try {
    const { [name]: work } = (await import(module)) as Module
    return { value: await work!(input) }
  } catch (error) {
    if (error instanceof AppError) {
      const { details, hint, facts } = error.extras
      return { refusal: { code: error.code, message: error.message, extras: { details, hint, facts } } }
    }
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort!.on('message', async (request: JobRequest) => {
  const reply = await replyTo(request)
  const value = 'value' in reply ? reply.value : null
  const parts = typeof value === 'object' && value !== null ? (transferred.get(value) ?? []) : []
  parentPort!.postMessage(reply, parts)
})
