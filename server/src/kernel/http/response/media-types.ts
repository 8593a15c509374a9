import type { Endpoint } from '../endpoint.ts'

const ofKind = { data: 'application/json', page: 'application/json', none: 'application/json' } as const

/** The media types of a successful response, as declared: the default first. */
export function declaredMediaTypes({ response, alternateMediaTypes = [] }: Endpoint): string[] {
  if (response.kind === 'socket') return []
  if (response.kind === 'raw') return [response.contentType, ...alternateMediaTypes]
  return [response.kind === 'events' ? 'text/event-stream' : ofKind[response.kind], ...alternateMediaTypes]
}

/** A form that generated clients do not expect is a slip of ours, found by the first test that requests it. */
export function assertDeclared(endpoint: Endpoint, contentType: string): void {
  const mediaType = essenceOf(contentType)
  const isDeclared = declaredMediaTypes(endpoint).some((declared) => {
    const essence = essenceOf(declared)
    return (
      essence === '*/*' ||
      essence === mediaType ||
      (essence.endsWith('/*') && mediaType.startsWith(essence.slice(0, -1)))
    )
  })
  if (!isDeclared)
    throw new Error(`${endpoint.method} ${endpoint.path} returns ${mediaType}, which it does not declare`)
}

const essenceOf = (contentType: string): string => contentType.split(';')[0]!.trim().toLowerCase()
