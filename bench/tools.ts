import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import {
  type CatalogueFiles,
  openCatalogueFiles,
  shippedFolder,
} from '../server/src/areas/openapi-tools/shipped/catalogue-files.ts'
import { fileNames, fromRow } from '../server/src/areas/openapi-tools/shipped/catalogue-format.ts'
import { rowsIn } from '../server/src/areas/openapi-tools/shipped/tool-rows.ts'
import type { SearchIndex } from '../server/src/areas/tool-search/service/build-index.ts'
import { unpackIndex } from '../server/src/areas/tool-search/service/packed-index.ts'
import { createRanker } from '../server/src/areas/tool-search/service/rank-tools.ts'
import { termsOf } from '../server/src/areas/tool-search/service/words.ts'
import { fixed, percentile, table } from './report-format.ts'
import { runBenchmark } from './stopping.ts'
import { benchExecute } from './tools/execute.ts'
import { type LatentSpace, latentSpace } from './tools/latent.ts'
import { questions } from './tools/questions.ts'
import { benchSearchOverHttp } from './tools/search-http.ts'

/** Tool search over the whole shipped catalogue: what it costs, and how often it finds what was meant. */
type Search = (query: string, limit: number) => string[]

const rounds = 3
const deepest = 10

const { values: options } = parseArgs({
  options: { short: { type: 'boolean', default: false }, only: { type: 'string' } },
})
const executing = options.short
  ? { rounds: 2, calls: 60, maxMs: 120_000 }
  : { rounds: 5, calls: 300, maxMs: 600_000 }

const isSelected = (part: string) => options.only === undefined || options.only === part
if (isSelected('execute')) await runBenchmark(() => benchExecute(executing))
if (isSelected('search')) await runBenchmark(benchSearch)
if (isSelected('http')) await runBenchmark(() => benchSearchOverHttp(options.short ? 1 : 5))

async function benchSearch(): Promise<void> {
  const files = openCatalogueFiles()
  const before = process.memoryUsage().rss
  const start = performance.now()
  const packed = await files.searchIndex()
  const unpacking = performance.now()
  const index = await unpackIndex(packed)
  const rank = await createRanker([index])
  const opened = performance.now()
  const after = process.memoryUsage().rss

  const own: Search = (query, limit) => rank(query, { limit }).map(({ slug }) => slug)
  const latent = latentSearch(index, latentSpace(index, 48, 3))
  const searches: [string, Search][] = [
    ['Stoa', own],
    ['plain SQLite FTS5', await sqliteSearch(files)],
    ['latent vectors alone (48 dimensions)', latent],
    ['Stoa and latent vectors, fused by rank', fused(own, latent)],
  ]
  const opening = { readMs: unpacking - start, openMs: opened - unpacking, bytes: after - before }
  report(index, searches, opening)
  await files.close()
}

async function sqliteSearch(files: CatalogueFiles): Promise<Search> {
  const database = new DatabaseSync(':memory:')
  database.exec(
    "create virtual table tool using fts5(slug unindexed, toolkit, name, description, tokenize='porter')",
  )
  const insert = database.prepare('insert into tool values (?, ?, ?, ?)')
  database.exec('begin')
  for (const toolkit of (await files.toolkits()).bySlug.values())
    for (const row of rowsIn(await files.toolRows(toolkit))) {
      const { slug, name, description } = fromRow(row, toolkit.entry).entry
      insert.run(slug, `${toolkit.entry.slug} ${toolkit.entry.name}`, name, description)
    }
  database.exec('commit')
  const select = database.prepare(
    'select slug from tool where tool match ? order by bm25(tool, 0, 3, 3, 1) limit ?',
  )
  return (query, limit) => {
    const words = query.toLowerCase().match(/[a-z0-9]+/g) ?? []
    return select.all(words.map((word) => `"${word}"`).join(' OR '), limit).map(({ slug }) => String(slug))
  }
}

function latentSearch({ terms, starts, slugs }: SearchIndex, space: LatentSpace): Search {
  const { dimensions } = space
  const termIndexes = new Map(terms.map((term, index) => [term, index]))
  return (query, limit) => {
    const queryVector = new Float32Array(dimensions)
    for (const index of termsOf(query).flatMap((term) => termIndexes.get(term) ?? [])) {
      const rarity = Math.log(slugs.length / (starts[index + 1]! - starts[index]!))
      for (let at = 0; at < dimensions; at++)
        queryVector[at]! += rarity * space.terms[index * dimensions + at]!
    }
    const scores = Float32Array.from(slugs.keys(), (tool) => {
      let product = 0
      let length = 0
      for (let at = 0; at < dimensions; at++) {
        const part = space.tools[tool * dimensions + at]!
        product += queryVector[at]! * part
        length += part * part
      }
      return product / Math.sqrt(length || 1)
    })
    const best: number[] = []
    for (let tool = 0; tool < scores.length; tool++) {
      if (best.length === limit && scores[tool]! <= scores[best.at(-1)!]!) continue
      const at = best.findIndex((other) => scores[other]! < scores[tool]!)
      best.splice(at < 0 ? best.length : at, 0, tool)
      if (best.length > limit) best.pop()
    }
    return best.map((tool) => slugs[tool]!)
  }
}

function fused(first: Search, second: Search): Search {
  return (query, limit) => {
    const scores = new Map<string, number>()
    for (const [search, weight] of [
      [first, 1],
      [second, 0.5],
    ] as const)
      search(query, 50).forEach((slug, position) => {
        scores.set(slug, (scores.get(slug) ?? 0) + weight / (20 + position))
      })
    return [...scores]
      .sort(([, a], [, b]) => b - a)
      .slice(0, limit)
      .map(([slug]) => slug)
  }
}

function measure(search: Search) {
  const times: number[] = []
  for (const { ask } of questions) search(ask, deepest)
  for (let round = 0; round < rounds; round++)
    for (const { ask } of questions) {
      const from = performance.now()
      search(ask, deepest)
      times.push(performance.now() - from)
    }
  times.sort((a, b) => a - b)
  const positions = questions.map(({ ask, accept }) =>
    search(ask, deepest).findIndex((slug) => accept.test(slug)),
  )
  const share = (within: number) =>
    positions.filter((position) => position >= 0 && position < within).length / questions.length
  const reciprocal =
    positions.reduce((sum, position) => sum + (position < 0 ? 0 : 1 / (position + 1)), 0) / questions.length
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), share, reciprocal }
}

function report(
  index: SearchIndex,
  searches: readonly [string, Search][],
  opening: { readMs: number; openMs: number; bytes: number },
): void {
  const sizes = Object.values(fileNames).map((name) => statSync(join(shippedFolder, name)).size)
  const measured = searches.map(([name, search]) => ({ name, ...measure(search) }))
  const rows = measured.map(({ name, p50, p99, share, reciprocal }) => [
    name,
    fixed(p50, 2),
    fixed(p99, 2),
    fixed(measured[1]!.p50 / p50, 2),
    fixed(share(1), 2),
    fixed(share(5), 2),
    fixed(share(10), 2),
    fixed(reciprocal, 2),
  ])
  console.log(`
${index.slugs.length} tools of ${index.toolkits.length} toolkits, ${questions.length} questions, ${rounds} rounds

${table(['search', 'p50 ms', 'p99 ms', 'speed to FTS5', 'recall@1', 'recall@5', 'recall@10', 'MRR'], rows)}

${table(
  ['cost', ''],
  [
    ['catalogue on disk, MB', fixed(sizes.reduce((sum, size) => sum + size, 0) / 1e6, 1)],
    ['of that the index, MB', fixed(sizes.at(-1)! / 1e6, 1)],
    ['first search: reading and inflating, off the event loop, ms', fixed(opening.readMs, 0)],
    ['first search: opening, on the event loop, ms', fixed(opening.openMs, 0)],
    ['memory of the open index, MB', fixed(opening.bytes / 1e6, 0)],
  ],
)}`)
}
