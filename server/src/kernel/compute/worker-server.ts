import { parentPort } from 'node:worker_threads'

export type WorkerRequest = { readonly id: number; readonly input: unknown }
export type WorkerReply = { readonly id: number } & (
  | { readonly output: unknown }
  | { readonly fault: string }
)

/** The thread's side of a worker client: each request gets its own response, in the order of completion. */
export function serveRequests<Request, Reply>(handle: (input: Request) => Reply | Promise<Reply>): void {
  parentPort!.on('message', async ({ id, input }: WorkerRequest) => {
    let reply: WorkerReply
    try {
      reply = { id, output: await handle(input as Request) }
    } catch (error) {
      reply = { id, fault: error instanceof Error ? error.message : String(error) }
    }
    parentPort!.postMessage(reply)
  })
}
