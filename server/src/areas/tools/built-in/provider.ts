import { z } from 'zod'
import type { Clock } from '../../../kernel/clock.ts'
import type { Compute } from '../../../kernel/compute/compute.ts'
import { refuseUnpermitted } from '../../../kernel/http/auth/authorize.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { asSentence } from '../../../kernel/sentence.ts'
import type { ToolDefinition, ToolkitEntry, ToolOutcome, ToolProvider } from '../../toolkits/index.ts'
import { outcomeOfError } from '../service/custom/error-outcome.ts'
import type { ComputingTool } from '../service/execution/execute-ahead.ts'
import { onlyComputes, runInWorker, runsInWorker } from './in-worker.ts'
import {
  type BuiltInCall,
  type BuiltInTool,
  type BuiltInToolkit,
  type Effect,
  hintsOf,
  ToolFailure,
} from './tool.ts'

const version = '1.0.0'

export type BuiltInEngine = { compute: Compute; clock: Clock }

/** Tools that reach into other parts of the server ask the key for what those parts ask for. */
const permissionAreas: Readonly<Record<string, string>> = {
  table: 'table',
  file: 'files',
  knowledge: 'knowledge',
  sandbox: 'sandbox',
  browser: 'browser',
}

export type BuiltInProvider = ToolProvider & {
  /** A tool that only computes, without a call around it; null for every other. */
  findComputing(slug: string): ComputingTool | null
}

/** The toolkits that come with the product and need no account, as one provider. */
export function createBuiltInProvider(
  toolkits: readonly BuiltInToolkit[],
  { compute, clock }: BuiltInEngine,
): BuiltInProvider {
  const entries = toolkits.map(entryOf)
  const bySlug = new Map<string, { toolkit: BuiltInToolkit; tool: BuiltInTool }>(
    toolkits.flatMap((toolkit) =>
      toolkit.tools.map((each) => [`${toolkit.slug}_${each.operation}`, { toolkit, tool: each }] as const),
    ),
  )
  const definitions = new Map<string, ToolDefinition>(
    [...bySlug].map(([slug, { toolkit, tool }]) => [slug, definitionOf(slug, toolkit, tool)]),
  )
  const computing = new Map<string, ComputingTool>(
    [...bySlug]
      .filter(([, { toolkit, tool }]) => onlyComputes(toolkit.slug, tool))
      .map(([slug, { toolkit, tool }]) => [
        slug,
        {
          definition: definitions.get(slug)!,
          run: (args) =>
            runsInWorker(toolkit.slug, tool, args) ? null : outcomeOf(() => tool.run(args, noCall)),
        },
      ]),
  )

  return {
    name: 'built-in',
    listToolkits: async () => entries,
    findToolkit: async (slug) => entries.find((entry) => entry.slug === slug) ?? null,
    listTools: async (toolkitSlug) =>
      [...definitions.values()].filter((tool) => tool.toolkitSlug === toolkitSlug),
    findEntry: async (slug) => definitions.get(slug) ?? null,
    findTool: async (slug) => definitions.get(slug) ?? null,
    findComputing: (slug) => computing.get(slug) ?? null,
    async execute(call) {
      const found = bySlug.get(call.tool.slug)
      if (!found)
        return { successful: false, errorCode: 'not_found', error: `There is no tool ${call.tool.slug}.` }
      refuseOtherAreas(call.scope, found.toolkit.slug, found.tool.effect)
      const { tool, toolkit } = found
      return outcomeOf(() =>
        runsInWorker(toolkit.slug, tool, call.arguments)
          ? runInWorker(compute, clock.now(), call)
          : tool.run(call.arguments, call),
      )
    },
  }
}

// As in a thread: a tool that only computes knows nothing of the call.
const noCall = {} as BuiltInCall

async function outcomeOf(work: () => unknown): Promise<ToolOutcome> {
  try {
    return { successful: true, data: await work() }
  } catch (error) {
    if (error instanceof ToolFailure) {
      const { errorCode, message, upstreamStatus } = error
      return {
        successful: false,
        errorCode,
        error: message,
        ...(upstreamStatus === undefined ? {} : { upstreamStatus }),
      }
    }
    const outcome = outcomeOfError(error) ?? outcomeOfRefusedValue(error)
    if (outcome) return outcome
    throw error
  }
}

/** What the schema of a tool takes and the part of the server behind it does not. */
function outcomeOfRefusedValue(error: unknown): ToolOutcome | null {
  const refused = (message: string): ToolOutcome => ({
    successful: false,
    errorCode: 'arguments_invalid',
    error: message,
  })
  if (error instanceof z.ZodError) {
    const [issue] = error.issues
    return refused(asSentence(`${issue?.path.join('.') || 'An argument'} cannot be taken: ${issue?.message}`))
  }
  const isNul = error instanceof Error && 'code' in error && error.code === nulInText
  return isNul ? refused('A text contains a NUL character, which cannot be stored.') : null
}

// As the database names it.
const nulInText = '22021'

function refuseOtherAreas({ permissions }: Scope, toolkitSlug: string, effect: Effect): void {
  const area = permissionAreas[toolkitSlug]
  if (area === undefined) return
  const isReading = effect === 'read' || effect === 'compute'
  const verb = area === 'sandbox' ? 'execute' : isReading ? 'read' : 'write'
  refuseUnpermitted(permissions, `${area}:${verb}`)
  if (area === 'browser' && !isReading) refuseUnpermitted(permissions, 'browser:execute')
}

const entryOf = ({ slug, name, description, category, tools }: BuiltInToolkit): ToolkitEntry => ({
  slug,
  name,
  description,
  version,
  provider: 'PLATFORM',
  logo: null,
  categories: [category],
  authSchemes: [],
  noAuth: true,
  baseUrl: null,
  currentUserPath: null,
  toolCount: tools.length,
  triggerCount: 0,
  // They are always there and cost nothing to try, so they come first in an empty server.
  popularityScore: 1000,
  describedAt: null,
})

const definitionOf = (slug: string, toolkit: BuiltInToolkit, tool: BuiltInTool): ToolDefinition => ({
  slug,
  toolkitSlug: toolkit.slug,
  name: tool.name,
  description: tool.description,
  version,
  type: 'action',
  noAuth: true,
  scopes: [],
  tags: [toolkit.slug],
  isImportant: tool.isImportant ?? false,
  isDeprecated: false,
  popularityScore: tool.isImportant ? 1000 : 900,
  hints: hintsOf(tool.effect),
  schemaChars: JSON.stringify(tool.input).length,
  instructions: `For example: ${JSON.stringify(tool.example.arguments)}`,
  inputParameters: tool.input,
  outputParameters: tool.output,
})
