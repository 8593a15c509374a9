import type { CustomTools, ToolkitDependants } from '../../toolkits/index.ts'
import { countByToolkit, deleteToolsOf, listLightTools, listRequests } from '../store/tool.ts'
import { hasStoredValues } from './custom/static-secrets.ts'
import { goesToToolkit } from './tool-row.ts'

/** The custom tools of toolkits, for the catalogue that counts and lists these. */
export const customTools: CustomTools = {
  async countByToolkit(q, scope) {
    const rows = await countByToolkit(q, scope)
    return new Map(rows.map(({ toolkitSlug, ...counts }) => [toolkitSlug, counts]))
  },
  listTools: listLightTools,
}

/** Custom tools go with the toolkit they belong to. */
export const toolsOfToolkits: ToolkitDependants = {
  what: 'tools',
  /** Those that send hidden values to wherever the toolkit is. */
  countSecrets: async (tx, scope, slug) =>
    (await listRequests(tx, scope, slug)).filter((each) => goesToToolkit(each) && hasStoredValues(each))
      .length,
  count: async (tx, scope, slug) => (await listLightTools(tx, scope, slug)).length,
  remove: (tx, scope, { slug }) => deleteToolsOf(tx, scope, slug),
}
