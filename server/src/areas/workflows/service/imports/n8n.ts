import { z } from 'zod'
import { AppError } from '../../../../kernel/errors.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { ToolSearch } from '../../../tool-search/index.ts'
import type { FindTool } from '../../n8n/context.ts'
import { Untranslatable } from '../../n8n/expression.ts'
import { importN8n } from '../../n8n/import.ts'
import { N8nWorkflow } from '../../n8n/source.ts'
import type { N8nImport, N8nImportBody } from '../../schema/template.ts'
import type { Definitions } from '../definitions/definitions.ts'

function refusalOf(error: unknown): unknown {
  if (error instanceof Untranslatable)
    return new AppError('graph_invalid', `The workflow cannot be imported: ${error.message}`)
  if (!(error instanceof z.ZodError)) return error
  const [issue] = error.issues
  const at = issue ? ` (${issue.path.map(String).join('/')}: ${issue.message})` : ''
  return new AppError('graph_invalid', `The workflow cannot be imported: its graph would not be valid${at}`)
}

export type N8nImportsDeps = {
  definitions: Pick<Definitions, 'create'>
  toolSearch: Pick<ToolSearch, 'search'>
}

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
const candidates = 20

/** Drafts from workflows of n8n. */
export function createN8nImports({ definitions, toolSearch }: N8nImportsDeps) {
  /** Only tools of the same service: a similar operation of another one would be a surprise. */
  const findTool: FindTool = async (service, words) => {
    if (service === '' || words.length === 0) return null
    const found = await toolSearch.search([service, ...words].join(' '), { limit: candidates })
    return found.find(({ slug }) => plain(slug).startsWith(plain(service)))?.slug ?? null
  }

  return {
    async create(scope: Scope, { workflow: source, name }: N8nImportBody) {
      const read = N8nWorkflow.safeParse(source)
      if (!read.success)
        throw new AppError('invalid_parameter', 'This is not a workflow exported from n8n', {
          hint: 'Send the JSON file that n8n downloads, with `nodes` and `connections`.',
        })
      const { graph, ...imported } = await translated(read.data)
      const { notes, connectionSlots, triggers } = imported
      const workflow = await definitions.create(scope, {
        name: name ?? imported.name,
        description: '',
        workflowType: 'static',
        graph,
        triggers: [],
        isPublic: false,
        note: 'Imported from n8n',
      })
      return { workflow, notes, connectionSlots, triggers } satisfies N8nImport
    },
  }

  async function translated(workflow: N8nWorkflow) {
    try {
      return await importN8n(workflow, { findTool })
    } catch (error) {
      throw refusalOf(error)
    }
  }
}

export type N8nImports = ReturnType<typeof createN8nImports>
