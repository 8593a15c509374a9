import type { ToolkitDependants, ToolSource } from '../../toolkits/index.ts'
import { countByToolkit, deleteToolsOf, listLightTools } from '../store/tool.ts'

/** The custom tools of toolkits, for whoever counts and lists these. */
export const toolSource: ToolSource = {
  async countByToolkit(q, scope) {
    const rows = await countByToolkit(q, scope)
    return new Map(rows.map(({ toolkitSlug, ...counts }) => [toolkitSlug, counts]))
  },
  listTools: listLightTools,
}

/** Custom tools go with the toolkit they belong to. */
export const toolsOfToolkits: ToolkitDependants = {
  what: 'tools',
  holdSecrets: false,
  count: async (tx, scope, slug) => (await listLightTools(tx, scope, slug)).length,
  remove: (tx, scope, { slug }) => deleteToolsOf(tx, scope, slug),
}
