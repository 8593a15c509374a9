import type { Clock } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { NewId } from '../../kernel/ids.ts'
import type { Outbound } from '../../kernel/net/outbound.ts'
import type { Files } from '../files/index.ts'
import type { Toolkits, ToolProvider } from '../toolkits/index.ts'
import { createDigestWorkerClient } from './digest/digest-worker-client.ts'
import { createDocumentThread } from './document/document-thread.ts'
import { openApiToolsManifest } from './manifest.ts'
import { createOperationExecutor } from './request/execute.ts'
import { importRoutes } from './routes/imports.ts'
import { createFindDrift } from './service/find-drift.ts'
import { createImports } from './service/imports.ts'
import { createOpenApiSource } from './service/openapi-source.ts'
import { createOpenedDocuments } from './service/opened-documents.ts'
import { createRenewedDigest } from './service/renewed-digest.ts'
import { openCatalogueFiles } from './shipped/catalogue-files.ts'
import { createShippedProvider } from './shipped/provider.ts'

export type OpenApiToolsDeps = {
  db: Db
  clock: Clock
  newId: NewId
  files: Files
  outbound: Outbound
  toolkits: Toolkits
  /** False registers no API operations of the shipped catalogue. */
  hasToolCatalogue?: boolean
}

/** The shipped catalogue with the index of its tools that was written when the product was built. */
export type ShippedCatalogue = { provider: ToolProvider; searchIndex(): Promise<Buffer> }

/**
 * Tools made of API descriptions: those of well-known services that come with the product are a provider, those that
 * projects import are a source of tools.
 */
export function createOpenApiTools(deps: OpenApiToolsDeps) {
  const { db, outbound, toolkits, hasToolCatalogue = true } = deps
  const digest = createDigestWorkerClient()
  const renewedDigest = createRenewedDigest({ db, toolkits, digest })
  const imports = createImports({ ...deps, digest, renewedDigest })
  const thread = createDocumentThread()
  toolkits.registerToolSource(
    createOpenApiSource({
      db,
      imports,
      signing: toolkits,
      documents: createOpenedDocuments({ thread }),
      execute: createOperationExecutor({ outbound, signing: toolkits }),
      findDrift: createFindDrift({ outbound, renewedDigest, records: toolkits.records }),
      close: thread.close,
    }),
  )
  const files = openCatalogueFiles()
  const provider = createShippedProvider({ outbound, signing: toolkits, files })
  // What other providers have goes before what the catalogue has.
  if (hasToolCatalogue) toolkits.registerProvider(provider, { isFallback: true })
  const shipped: ShippedCatalogue | null = hasToolCatalogue
    ? { provider, searchIndex: files.searchIndex }
    : null
  return { shipped, routes: importRoutes(imports, toolkits) }
}

export const openApiToolsArea = {
  manifest: openApiToolsManifest,
  key: 'openApiTools',
  create: createOpenApiTools,
} as const
