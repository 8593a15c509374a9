import { Button } from '../../../components/actions/button.tsx'
import { CopyButton } from '../../../components/actions/copy-button.tsx'
import { downloadResponse } from '../../../components/actions/download-response.ts'
import { CodeBlock } from '../../../components/code/code-block.tsx'
import { CodeEditor } from '../../../components/code/editor/code-editor.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { DescriptionList } from '../../../components/layout/page.tsx'
import { formatFileSize } from '../../../components/text/format-number.ts'
import type { ReadEvent, ResponseBody } from '../request/read-response.ts'
import type { Outcome } from './use-send.ts'

const shownHeaders = [
  'x-request-id',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'etag',
  'x-ignored-params',
  'x-ignored-fields',
  'x-external-user-created',
  'idempotent-replayed',
  'deprecation',
  'content-type',
]

/** What the server responded, as it arrives. */
export function ResponseView({ outcome }: { outcome: Outcome }) {
  if (outcome.kind === 'waiting')
    return (
      <p className="muted" role="status">
        Waiting for the response…
      </p>
    )
  if (outcome.kind === 'failed') return <Status kind="bad">{outcome.message}</Status>
  const { response, elapsedMs, body } = outcome
  const headers = shownHeaders.flatMap((name) => {
    const value = response.headers.get(name)
    return value === null ? [] : [[name, <code key={name}>{value}</code>] as const]
  })
  return (
    <>
      <p className="row" role="status">
        <Status kind={response.ok ? 'good' : 'bad'}>
          <strong>{`${response.status} ${response.statusText}`.trim()}</strong>
        </Status>
        <span className="muted number">{elapsedMs} ms</span>
      </p>
      <BodyView body={body} />
      <details className="try-optional">
        <summary>Response headers</summary>
        <DescriptionList facts={headers} />
      </details>
    </>
  )
}

function BodyView({ body }: { body: ResponseBody }) {
  switch (body.kind) {
    case 'reading':
      return <p className="muted">Reading…</p>
    case 'empty':
      return <p className="muted">The response has no body.</p>
    case 'text':
      return <TextView text={body.text} isJson={body.isJson} />
    case 'file':
      return <FileView {...body} />
    case 'events':
      return <EventsView {...body} />
  }
}

const TextView = ({ text, isJson }: { text: string; isJson: boolean }) => (
  <div className="stack try-text">
    <div className="try-body-head">
      <h3>Response body</h3>
      <CopyButton text={text} />
    </div>
    <CodeEditor
      label="Response body"
      language={isJson ? 'json' : 'text'}
      value={text}
      isReadOnly
      lines={{ min: 1, max: 28 }}
    />
  </div>
)

const FileView = ({ type, blob, imageUrl }: ResponseBody & { kind: 'file' }) => (
  <div className="stack">
    <p className="row">
      {type} · {formatFileSize(blob.size)}
      <Button onClick={() => void downloadResponse(new Response(blob), 'response')}>Save</Button>
    </p>
    {imageUrl !== null && <img className="try-image" src={imageUrl} alt="Response" />}
  </div>
)

const EventsView = ({ events, count, state }: ResponseBody & { kind: 'events' }) => (
  <div className="stack">
    <div className="try-body-head">
      <span role="status">
        Events: {count}, {state}
      </span>
      <CopyButton text={events.map(({ text }) => text).join('\n')} />
    </div>
    <ol className="try-events">
      {events.map((event) => (
        <EventRow key={event.number} event={event} />
      ))}
    </ol>
  </div>
)

const EventRow = ({ event: { name, id, text } }: { event: ReadEvent }) => (
  <li>
    <p className="row">
      <strong>{name}</strong>
      {id !== null && <span className="muted">{id}</span>}
    </p>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled with the arrow keys. */}
    <pre tabIndex={0}>{text}</pre>
  </li>
)

/** Before anything is sent: what a successful response looks like. */
export function ExampleResponse({ example }: { example: unknown }) {
  if (example === undefined) return null
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
  return <CodeBlock snippets={[{ label: 'Example response', text }]} />
}
