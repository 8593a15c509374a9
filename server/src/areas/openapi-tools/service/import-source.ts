import { AppError } from '../../../kernel/errors.ts'
import type { Outbound } from '../../../kernel/net/outbound.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Files } from '../../files/index.ts'
import { maxDocumentBytes } from '../document/api-document.ts'
import { invalidDescription } from '../document/clean-tree.ts'
import type { ImportOpenApiBody } from '../schema/import.ts'

export type SourceDeps = { outbound: Outbound; files: Pick<Files, 'open'> }

/** Fetches a description from where it is published. */
export async function fetchDescription(
  { outbound }: Pick<SourceDeps, 'outbound'>,
  url: string,
): Promise<string> {
  const response = await outbound.request({
    url,
    headers: { accept: 'application/json, application/yaml;q=0.9, */*;q=0.5' },
    maxBytes: maxDocumentBytes,
  })
  if (response.status === 200) return response.text()
  response.discard()
  throw new AppError('upstream_error', `${new URL(url).hostname} responded with status ${response.status}`, {
    facts: { upstreamStatus: response.status },
    hint: 'Check that the URL points to the document and requires no login.',
  })
}

/** The text of what is to be imported, from wherever it is. */
export async function sourceOf(
  deps: SourceDeps,
  scope: Scope,
  { url, spec, fileId }: Pick<ImportOpenApiBody, 'url' | 'spec' | 'fileId'>,
): Promise<string> {
  if (url !== undefined) return fetchDescription(deps, url)
  if (typeof spec === 'string') return spec
  if (spec !== undefined) return JSON.stringify(spec)
  const { file, stream } = await deps.files.open(scope, fileId!)
  if (file.sizeBytes > maxDocumentBytes) {
    stream.destroy()
    throw invalidDescription('The file is larger than a description may be.', 'Import a smaller part of it.')
  }
  return Buffer.concat(await stream.toArray()).toString()
}
