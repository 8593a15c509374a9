import { useStream } from '@langchain/langgraph-sdk/react'
import { useState } from 'react'
import { Composer } from './composer.tsx'

export type StreamPageProps = { apiUrl: string; token: string; agent: string; threadId: string | null }

const textOf = (content: unknown): string => (typeof content === 'string' ? content : JSON.stringify(content))
const human = (content: string) => ({ type: 'human', content })

/** A conversation as the documentation of LangGraph has it, with branches and approvals. */
export function StreamPage({ apiUrl, token, agent, threadId: initial }: StreamPageProps) {
  const [threadId, setThreadId] = useState(initial)
  const stream = useStream({
    apiUrl,
    apiKey: token,
    assistantId: agent,
    threadId,
    onThreadId(id) {
      setThreadId(id)
      // A reload finds the thread again.
      const url = new URL(location.href)
      url.searchParams.set('thread', id)
      history.replaceState(null, '', url)
    },
    reconnectOnMount: true,
    fetchStateHistory: true,
  })
  const decide = (type: string) =>
    stream.submit(undefined, { command: { resume: { decisions: [{ type }] } } })
  return (
    <main>
      <ol aria-label="Messages">
        {stream.messages.map((message, at) => {
          const meta = stream.getMessagesMetadata(message)
          const checkpoint = meta?.firstSeenState?.parent_checkpoint
          const branch = meta?.branch
          const options = meta?.branchOptions ?? []
          return (
            <li key={message.id ?? at} data-role={message.type}>
              <p>{textOf(message.content)}</p>
              {message.type === 'human' && checkpoint && (
                <button
                  type="button"
                  onClick={() => stream.submit({ messages: [human('/say edited')] }, { checkpoint })}
                >
                  Edit
                </button>
              )}
              {message.type === 'ai' && checkpoint && (
                <button type="button" onClick={() => stream.submit(undefined, { checkpoint })}>
                  Regenerate
                </button>
              )}
              {branch !== undefined && options.length > 1 && (
                <select
                  aria-label="Branch"
                  value={branch}
                  onChange={({ target }) => stream.setBranch(target.value)}
                >
                  {options.map((each, index) => (
                    <option key={each} value={each}>
                      {index + 1}
                    </option>
                  ))}
                </select>
              )}
            </li>
          )
        })}
      </ol>
      {stream.interrupt && (
        <section aria-label="Interrupt">
          <p>{stream.interrupt.value?.action_requests?.map(({ name }) => name).join()}</p>
          <button type="button" onClick={() => decide('approve')}>
            Approve
          </button>
          <button type="button" onClick={() => decide('reject')}>
            Reject
          </button>
        </section>
      )}
      <Composer
        status={stream.isLoading ? 'streaming' : 'ready'}
        onSend={(text) => stream.submit({ messages: [human(text)] })}
        onStop={() => stream.stop()}
      />
      {Boolean(stream.error) && <p role="alert">{String(stream.error)}</p>}
    </main>
  )
}
