import { LargeContent, readValue } from '../../../kernel/compute/large-content.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type {
  Credentials,
  ToolCall,
  ToolDefinition,
  ToolOutcome,
  ToolProvider,
} from '../../toolkits/index.ts'
import { Field } from '../describe/description.ts'
import type { Handshake, PieceTool } from '../describe/entry.ts'
import { schemaOfFields } from '../describe/field-schema.ts'
import type { PiecePool } from '../host/pool.ts'
import type { TriggerHook } from '../protocol/messages.ts'
import type { StoredValue } from '../store/piece-value.ts'
import type { LoadedPiece, Performed, PieceCall } from './perform.ts'

/**
 * One hook of one trigger. A caller that runs triggers gives each its own key, under which the trigger stores what it
 * has seen.
 */
export type TriggerCall = {
  scope: Scope
  toolSlug: string
  hook: TriggerHook
  place: string
  arguments: Readonly<Record<string, unknown>>
  credentials: Credentials | null
  timeoutMs: number
  signal: AbortSignal
  webhookUrl?: string
  payload?: unknown
  /** The trigger was on before and was only changed: it resumes where it was. */
  isRepublish?: boolean
  /** What it has stored, for one that is deleted: nothing is read and nothing is stored then. */
  values?: readonly StoredValue[]
}

/** How a trigger learns of events: it is polled, or its service calls a URL. */
export type PieceTrigger = {
  tool: ToolDefinition
  strategy: string
  handshake: Handshake | null
  renewCron: string | null
}

export type PieceProvider = ToolProvider & {
  /** Null for what is no trigger. */
  findTrigger(slug: string): Promise<PieceTrigger | null>
  /** Its writes are not stored yet: the caller commits them with its handling of the events. */
  runTrigger(call: TriggerCall): Promise<Performed>
}

export type PieceProviderDeps = {
  /** By slug; looked up every time, as pieces are installed and removed. */
  pieces(): Promise<ReadonlyMap<string, LoadedPiece>>
  perform(call: PieceCall): Promise<Performed>
  pool: PiecePool
  /** For actions, which are over when they have ended. */
  db: Pick<Db, 'tx'>
}

const optionsTimeoutMs = 20_000

export function createPieceProvider({ pieces, perform, pool, db }: PieceProviderDeps): PieceProvider {
  async function find(toolSlug: string): Promise<{ piece: LoadedPiece; tool: PieceTool } | null> {
    for (const piece of (await pieces()).values()) {
      if (!toolSlug.startsWith(`${piece.entry.toolkit.slug}_`)) continue
      const tool = piece.entry.tools.find(({ slug }) => slug === toolSlug)
      if (tool) return { piece, tool }
    }
    return null
  }

  async function get(toolSlug: string): Promise<{ piece: LoadedPiece; tool: PieceTool }> {
    const found = await find(toolSlug)
    if (found) return found
    throw new AppError('toolkit_not_found', 'The toolkit of this tool is no longer installed', {
      hint: 'GET /api/v1/toolkits lists all toolkits.',
    })
  }

  return {
    name: 'pieces',
    listToolkits: async () => [...(await pieces()).values()].map(({ entry }) => entry.toolkit),
    findToolkit: async (slug) => (await pieces()).get(slug)?.entry.toolkit ?? null,
    listTools: async (slug) => (await pieces()).get(slug)?.entry.tools.map(toolResponse) ?? [],
    async findEntry(slug) {
      const found = await find(slug)
      if (!found) return null
      const tool = toolResponse(found.tool)
      return { ...tool, schemaChars: JSON.stringify(tool.inputParameters).length }
    },
    async findTool(slug) {
      const found = await find(slug)
      return found ? toolResponse(found.tool) : null
    },
    async execute(call: ToolCall): Promise<ToolOutcome> {
      const { piece, tool } = await get(call.tool.slug)
      const { outcome, writes } = await perform({
        ...callOf(call),
        piece,
        tool,
        callId: call.idempotencyKey,
        timeoutMs: call.timeoutMs,
        saveFile: call.saveFile,
        openFile: call.openFile,
      })
      if (writes.count > 0) await db.tx((tx) => writes.commit(tx))
      return outcome
    },
    async listOptions({ field, search, chosen, ...call }) {
      const { piece, tool } = await get(call.tool.slug)
      const { outcome } = await perform({
        ...callOf({ ...call, arguments: chosen }),
        piece,
        tool,
        callId: 'options',
        timeoutMs: optionsTimeoutMs,
        saveFile: noFiles,
        options: { field, search },
      })
      return optionsOf(outcome, search)
    },
    async findTrigger(slug) {
      const { tool } = (await find(slug)) ?? {}
      if (tool?.origin.kind !== 'trigger') return null
      const { strategy = 'POLLING', handshake = null, renewCron = null } = tool.origin
      return { tool: toolResponse(tool), strategy, handshake, renewCron }
    },
    async runTrigger({ toolSlug, ...call }) {
      const { piece, tool } = await get(toolSlug)
      return perform({ ...call, piece, tool, callId: call.place, saveFile: noFiles })
    },
    close: () => pool.close(),
  }
}

const callOf = ({
  scope,
  arguments: values,
  credentials,
  signal,
}: Pick<ToolCall, 'scope' | 'arguments' | 'credentials' | 'signal'>) => ({
  scope,
  arguments: values,
  credentials,
  signal,
  place: 'tools',
})

const noFiles = async (): Promise<string> => {
  throw new AppError('invalid_state', 'Only actions can write files')
}

/** What a tool is called inside of its bundle is no one's business outside. */
function toolResponse({ origin, fileFields, ...tool }: PieceTool): ToolDefinition {
  return tool
}

type Option = { label: string; value: unknown }

const maxOptionsLength = 1024 * 1024

function dataIn(data: unknown): unknown {
  if (!(data instanceof LargeContent)) return data
  if (data.bytes.byteLength <= maxOptionsLength) return readValue(data)
  throw new AppError('upstream_error', `The options are larger than ${maxOptionsLength} bytes`, {
    hint: 'Narrow the search, or enter the value directly.',
  })
}

/** Fields that depend on what was chosen come as options too: their value is the name and the schema of the field. */
function optionsOf(outcome: ToolOutcome, search: string): Option[] {
  if (!outcome.successful) {
    throw new AppError('upstream_error', outcome.error, {
      hint: 'Check the account and the selected values.',
    })
  }
  const { isFields, result } = dataIn(outcome.data) as {
    isFields: boolean
    result: Record<string, unknown> | null
  }
  if (isFields) {
    return Object.entries(result ?? {}).flatMap(([name, raw]) => {
      const field = Field.safeParse(raw)
      if (!field.success) return []
      const schema = schemaOfFields({ [name]: field.data })
      return [{ label: field.data.displayName || name, value: { name, schema } }]
    })
  }
  const options = Array.isArray(result?.options) ? (result.options as unknown[]) : []
  const needle = search.toLowerCase()
  return options.flatMap((each) => {
    const { label, value } = (each ?? {}) as { label?: unknown; value?: unknown }
    const text = String(label ?? value)
    return value !== undefined && text.toLowerCase().includes(needle) ? [{ label: text, value }] : []
  })
}
