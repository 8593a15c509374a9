import { useMemo } from 'react'
import { CodeBlock } from '../../../components/code/code-block.tsx'
import { type HttpRequest, requestToCurl, requestToFetch } from '../../../components/code/request-snippets.ts'
import type { Spec } from '../spec/spec.ts'
import { ErrorTable } from './error-table.tsx'

const contents = [
  ['authentication', 'Authentication'],
  ['end-users', 'End users'],
  ['answers', 'Responses'],
  ['errors', 'Errors'],
  ['pagination', 'Pagination'],
  ['idempotency', 'Idempotent requests'],
  ['rate-limits', 'Rate limits'],
  ['error-codes', 'Error codes'],
] as const

const errorExample = `{ "success": false,
  "message": "limit must be at most 100",
  "error": { "code": "invalid_parameter", "type": "invalid_request", "status": 400, "retryable": false,
             "details": [{ "in": "query", "path": "limit", "rule": "maximum", "message": "must be at most 100" }] },
  "requestId": "0199…" }`

/** What holds for all operations, and the table of error codes. */
export function GettingStarted({ spec }: { spec: Spec | undefined }) {
  const errors = useMemo(
    () =>
      spec &&
      Object.entries(spec.errorCodes)
        .map(([code, known]) => ({ code, ...known }))
        .toSorted((a, b) => a.status - b.status),
    [spec],
  )
  return (
    <article className="reference-article" id="start">
      <header className="stack">
        <h1>Getting started</h1>
        <p className="muted">
          The API is plain JSON over HTTP. Select an operation from the list, or start with this three-minute
          introduction.
        </p>
      </header>
      <nav className="row" aria-label="On this page">
        {contents.map(([id, title]) => (
          <a key={id} href={`#${id}`}>
            {title}
          </a>
        ))}
      </nav>
      <Requests />
      <Responses />
      <Limits />
      <section className="reference-section">
        <h2 id="error-codes">Error codes</h2>
        <ErrorTable label="Error codes" errors={errors} isIndex />
      </section>
    </article>
  )
}

const firstCall = (): HttpRequest => ({
  method: 'GET',
  url: `${location.origin}/api/v1/external-users?limit=5`,
  headers: [{ name: 'x-api-key', variable: 'STOA_API_KEY' }],
  body: null,
})

const Requests = () => (
  <>
    <section className="reference-section">
      <h2 id="base-url">Base URL</h2>
      <p>All operations share one base URL:</p>
      <CodeBlock snippets={[{ label: 'Base URL', text: `${location.origin}/api/v1` }]} />
    </section>
    <section className="reference-section">
      <h2 id="authentication">Authentication</h2>
      <p>
        Send your API key as <code>x-api-key</code>, or as <code>Authorization: Bearer</code> if your client
        prefers that. A key belongs to one project and is shown in full only once, when it is created. Keys
        are <code>member</code> or <code>admin</code>, and can be restricted to permissions such as{' '}
        <code>external-users:read</code>.
      </p>
      <CodeBlock
        snippets={[
          { label: 'curl', text: requestToCurl(firstCall()) },
          { label: 'JavaScript', text: requestToFetch(firstCall()) },
        ]}
      />
    </section>
    <section className="reference-section">
      <h2 id="end-users">Acting on behalf of an end user</h2>
      <p>
        Operations marked <em>end user</em> take the header <code>x-username</code>: letters, digits and{' '}
        <code>. _ @ -</code>, at most 255. Without it a request acts as the default user of the project. A new
        name is created by the first write; reads never create users. End users cannot see each other's data.
      </p>
    </section>
  </>
)

const Responses = () => (
  <>
    <section className="reference-section">
      <h2 id="answers">Responses</h2>
      <p>
        A successful request returns 200 with this envelope. Event streams, files and health checks are
        returned without it.
      </p>
      <CodeBlock
        snippets={[{ label: 'JSON', text: '{ "success": true, "message": "Done", "data": { … } }' }]}
      />
    </section>
    <section className="reference-section">
      <h2 id="errors">Errors</h2>
      <p>
        Branch on <code>error.code</code>: it is stable, while <code>message</code> is human-readable and may
        change. Every response includes <code>x-request-id</code>; quote it when you ask for support.
      </p>
      <CodeBlock snippets={[{ label: 'JSON', text: errorExample }]} />
    </section>
    <section className="reference-section">
      <h2 id="pagination">Pagination</h2>
      <p>
        Lists take <code>page</code> (from 1) and <code>limit</code> (1 to 100, 20 by default). Besides{' '}
        <code>data</code> they return <code>total</code>, <code>page</code>, <code>limit</code>,{' '}
        <code>totalPages</code>, <code>hasNextPage</code> and <code>hasPreviousPage</code>. A page past the
        end is empty, not an error.
      </p>
    </section>
  </>
)

const Limits = () => (
  <>
    <section className="reference-section">
      <h2 id="idempotency">Idempotent requests</h2>
      <p>
        Send a write with a unique <code>Idempotency-Key</code>. Repeating it within 24 hours returns the
        first response with <code>Idempotent-Replayed: true</code> and has no further effect. The same key
        with a different body is rejected with 422, and with 409 while the first request is still running.
      </p>
    </section>
    <section className="reference-section">
      <h2 id="rate-limits">Rate limits</h2>
      <p>
        Each key has a limit of requests per minute. <code>RateLimit-Limit</code>,{' '}
        <code>RateLimit-Remaining</code> and <code>RateLimit-Reset</code> show the current state. Above the
        limit the response is 429 with <code>Retry-After</code>.
      </p>
    </section>
  </>
)
