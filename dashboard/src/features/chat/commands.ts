import type { BodyOf, Stoa, ThreadRun } from '@stoa/sdk'
import {
  cancelPath,
  feedbackPath,
  forkPath,
  isOpen,
  operatorReplyPath,
  replyModePath,
  runsPath,
} from './chat-api.ts'
import { contentOf, type Draft, emptyMessage } from './transcript/message.ts'
import type { Queue } from './use-queue.ts'
import type { ThreadReads } from './use-thread.ts'

type RunBody = NonNullable<BodyOf<typeof runsPath, 'post'>>

/** Which agent responds, and how; without them the thread's own agent as it is active. */
export type RunOptions = Pick<RunBody, 'model' | 'reasoningEffort' | 'version' | 'workflowId'>

export type SentMessage = { id: string; type: 'human'; content: ReturnType<typeof contentOf> }

type Commands = { api: Stoa; threadId: string; reads: ThreadReads }
type RunCommands = Commands & {
  queue: Queue
  /** The run that writes to the thread. */
  active: ThreadRun | undefined
  /** Starts the run of a message otherwise than the thread's agent does. */
  startRun?: ((message: SentMessage) => Promise<ThreadRun>) | undefined
}

/** What starts, continues and ends runs. */
export function runCommands({ api, threadId, reads, queue, active, startRun }: RunCommands) {
  const params = { thread_id: threadId }
  const { reload, addRun } = reads
  const started = async (run: ThreadRun): Promise<ThreadRun> => {
    // In a thread that a human answers the message is stored, and nothing runs.
    if (isOpen(run)) addRun(run)
    else await reload()
    return run
  }
  const start = async (body: RunBody) => started(await api.post(runsPath, { params, body }))
  const say = async (draft: Draft) => {
    const message: SentMessage = { id: crypto.randomUUID(), type: 'human', content: contentOf(draft) }
    queue.add({ ...emptyMessage, id: message.id, role: 'human', ...draft })
    try {
      const run = await queue.inOrder(async () =>
        startRun ? started(await startRun(message)) : start({ input: { messages: [message] } }),
      )
      queue.accept(message.id, run.run_id)
    } catch (error) {
      queue.remove(message.id)
      throw error
    }
  }
  const fork = async (messageId: string, position: 'before' | 'after') => {
    await api.post(forkPath, { params, body: { message_id: messageId, position } })
    await reload()
  }
  const cancel = async (runId: string) => {
    const query = { wait: true, action: 'interrupt' } as const
    await api.post(cancelPath, { params: { ...params, run_id: runId }, query })
    await reload()
  }
  return {
    say,
    /** Another message in the place of this one; what followed stays in its own branch. */
    async edit(messageId: string, draft: Draft) {
      await fork(messageId, 'before')
      await say(draft)
    },
    /** Another response to the same message, as a branch. */
    async regenerate(messageId: string, options: RunOptions = {}) {
      await fork(messageId, 'after')
      await start(options)
    },
    /** Continues the branch that ends with this state. */
    async switchTo(checkpointId: string) {
      await api.post(forkPath, { params, body: { checkpoint_id: checkpointId } })
      await reload()
    },
    /** Ends the response; messages that wait are sent next. */
    stop: async () => (active ? cancel(active.run_id) : undefined),
    /** Takes back a message that waits. */
    withdraw: cancel,
    /** Answers what the run waits for; the run continues. */
    answer: (interruptId: string, value: unknown) => start({ command: { resume: { [interruptId]: value } } }),
  }
}

/** What humans do besides the agent. */
export function replyCommands({ api, threadId, reads: { reload } }: Commands) {
  const params = { thread_id: threadId }
  return {
    async setReplyMode(mode: 'agent' | 'human') {
      await api.patch(replyModePath, { params, body: { mode } })
      await reload()
    },
    async reply(text: string) {
      await api.post(operatorReplyPath, { params, body: { text } })
      await reload()
    },
    async giveFeedback(messageId: string, body: { score: number | null; comment: string | null }) {
      await api.post(feedbackPath, { params: { ...params, messageId }, body })
      await reload()
    },
  }
}
