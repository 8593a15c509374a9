import type { Stoa } from '@stoa/sdk'
import { isStoaError } from '@stoa/sdk'
import { toolPath } from '../../../../features/tools/tools-api.ts'
import type { CatalogueTool } from '../draft.ts'
import { approvalFor } from './approval.ts'

type FunctionSchema = {
  function: { name: string; description?: string; parameters?: Record<string, unknown> }
}

export async function readCatalogueTool(api: Stoa, slug: string): Promise<CatalogueTool> {
  const params = { id: slug }
  const [schema, tool] = await Promise.all([
    api.get(`${toolPath}/schema`, { params, query: { format: 'openai' } }),
    api.get(toolPath, { params }),
  ])
  const { name, description = '', parameters = { type: 'object' } } = (schema as FunctionSchema).function
  return { slug, title: tool.name, name, description, parameters, approval: approvalFor(tool) }
}

/** More would fill the context of a model; a preset may have been written by a program. */
const maxTools = 50

/** The tools of a preset, as they are now. Those that the project does not have any longer are left out. */
export async function readCatalogueTools(api: Stoa, slugs: readonly string[]): Promise<CatalogueTool[]> {
  const tools = await Promise.all(
    slugs.slice(0, maxTools).map((slug) =>
      readCatalogueTool(api, slug).catch((error) => {
        if (isStoaError(error) && error.status === 404) return null
        throw error
      }),
    ),
  )
  return tools.filter((tool) => tool !== null)
}
