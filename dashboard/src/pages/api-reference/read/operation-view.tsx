import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import type { ReactNode } from 'react'
import { Button, IconButton } from '../../../components/actions/button.tsx'
import { useCopy } from '../../../components/actions/use-copy.ts'
import { Chip } from '../../../components/feedback/status.tsx'
import { Markdown } from '../../../components/markdown/markdown.tsx'
import { MethodLabel } from '../method-label.tsx'
import { parameterLocations } from '../request/draft.ts'
import type { OpenApiDocument } from '../spec/document.ts'
import { type Access, isSuccess, type Operation } from '../spec/operation.ts'
import { ErrorTable } from './error-table.tsx'
import { FieldList, SchemaFields } from './schema-fields.tsx'

const accessTexts: Readonly<Record<Access, { label: string; text: string }>> = {
  public: { label: 'Public', text: 'No authentication required.' },
  project: { label: 'API key', text: 'An API key or a signed-in session.' },
  'end-user': {
    label: 'API key · end user',
    text: 'An API key or a signed-in session. Acts on behalf of the end user in `x-username`.',
  },
  session: {
    label: 'Signed in',
    text: 'Requires a signed-in session; API keys are not accepted.',
  },
}

type OperationViewProps = { document: OpenApiDocument; operation: Operation; onTry(): void }

/** Everything about one operation that can be read. */
export const OperationView = ({ document, operation, onTry }: OperationViewProps) => (
  <article className="reference-article">
    <header className="stack">
      <div>
        <p className="muted">{operation.area}</p>
        <h1>{operation.summary}</h1>
      </div>
      <EndpointLine method={operation.method} path={operation.path} />
      <OperationChips operation={operation} />
      <div className="reference-to-try">
        <Button onClick={onTry}>Try it</Button>
      </div>
    </header>
    {operation.description !== '' && <Markdown text={operation.description} />}
    <Section title="Authorization">
      <Markdown text={authorizationText(operation)} />
    </Section>
    <ParameterSections document={document} operation={operation} />
    {operation.body && <BodySection document={document} body={operation.body} />}
    <ResponseSections document={document} operation={operation} />
    {operation.errors.length > 0 && (
      <Section title="Errors">
        <ErrorTable label="Errors" errors={operation.errors} />
      </Section>
    )}
  </article>
)

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="reference-section">
    <h2>{title}</h2>
    {children}
  </section>
)

function EndpointLine({ method, path }: { method: string; path: string }) {
  const { isCopied, copy } = useCopy(path)
  return (
    <div className="reference-address">
      <MethodLabel method={method} />
      <code>
        {path
          .split(/(\{[^}]+\})/)
          .map((part, at) =>
            part.startsWith('{') ? <em key={at}>{part}</em> : <span key={at}>{part}</span>,
          )}
      </code>
      <IconButton
        label={isCopied ? 'Copied' : 'Copy path'}
        icon={isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
        onClick={copy}
      />
    </div>
  )
}

const OperationChips = ({ operation }: { operation: Operation }) => (
  <p className="chips">
    <Chip>{accessTexts[operation.access].label}</Chip>
    {operation.permission !== '' && <Chip>{operation.permission}</Chip>}
    {operation.takesEndUserTokens && <Chip>End-user token</Chip>}
    {operation.isAdminOnly && <Chip>Admins only</Chip>}
    {operation.responseKind === 'events' && <Chip>Event stream</Chip>}
    {operation.isDeprecated && <Chip>Deprecated</Chip>}
  </p>
)

function authorizationText({ access, permission, isAdminOnly }: Operation): string {
  const parts = [accessTexts[access].text]
  if (permission !== '') parts.push(`A restricted key needs the permission \`${permission}\`.`)
  if (isAdminOnly) parts.push('Admins only.')
  return parts.join(' ')
}

const locationTitles = { path: 'Path parameters', query: 'Query parameters', header: 'Headers' } as const

type PartProps = { document: OpenApiDocument; operation: Operation }

const ParameterSections = ({ document, operation: { parameters } }: PartProps) =>
  parameterLocations.map((location) => {
    const fields = parameters
      .filter((parameter) => parameter.in === location)
      .map(({ name, schema, required, description }) => ({
        name,
        schema,
        isRequired: required === true,
        ...(description === undefined ? {} : { description }),
      }))
    return (
      fields.length > 0 && (
        <Section key={location} title={locationTitles[location]}>
          <FieldList document={document} fields={fields} />
        </Section>
      )
    )
  })

type BodySectionProps = { document: OpenApiDocument; body: NonNullable<Operation['body']> }

const BodySection = ({ document, body }: BodySectionProps) => (
  <Section title="Body">
    <p className="muted small">{body.isRequired ? body.mediaType : `${body.mediaType}, optional`}</p>
    {body.description !== '' && <Markdown text={body.description} />}
    <SchemaFields document={document} schema={body.schema} />
  </Section>
)

const ResponseSections = ({ document, operation: { responses, responseKind } }: PartProps) =>
  responses.filter(isSuccess).map(({ status, mediaType, description, schema }) => (
    <Section key={status} title={responseKind === 'events' ? 'Events' : 'Response'}>
      <p className="muted small">{[status, mediaType].filter(Boolean).join(' · ')}</p>
      {description !== '' && <Markdown text={description} />}
      {/* What a caller wants to know is inside the envelope. */}
      {schema !== undefined && <SchemaFields document={document} schema={schema} opened="data" />}
    </Section>
  ))
