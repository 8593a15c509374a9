import type { Stoa } from '@stoa/sdk'
import { actAs } from '../../../features/end-users/act-as.ts'
import { collectionsPath } from '../../../features/tables/tables-api.ts'
import { workflowsPath } from '../../../features/workflows/workflows-api.ts'

export type GuideObject = { kind: string; id: string; name: string; remove(): Promise<unknown> }

const most = 100
/** What the examples of the guide name things that have a name for people. */
const prefix = 'Guide: '
/** And those that have one for programs; `{{unique}}` of the examples is at the end of some. */
const tableForm = /^Guide (?:tasks|orders) [0-9a-z]+$/
const serverForm = /^guide-(?:tools|desk)-[0-9a-z]+$/
const isGuideToolkit = ({ slug, name }: { slug: string; name: string }): boolean =>
  slug === 'guide-stock' || (slug.startsWith('guide-') && (name === 'Guide tools' || name === 'Guide web'))

type Named = { id: string; name: string }

const ofGuide = (found: readonly Named[]): readonly Named[] =>
  found.filter(({ name }) => name.startsWith(prefix))

/** What running the examples of the guide has left in the project, in an order in which it can be deleted. */
export async function findGuideObjects(api: Stoa): Promise<GuideObject[]> {
  const all = actAs(api)
  const query = { q: prefix.trim(), limit: most }
  const [workflows, skills, collections, tables, keys, servers, toolkits] = await Promise.all([
    all.get(workflowsPath, { query }),
    all.get('/api/v1/skills/list', { query }),
    all.get('/api/v1/knowledge/collections', { query }),
    all.get(collectionsPath, { query: { q: 'Guide ', limit: most } }),
    api.get('/api/v1/api-keys', { query }),
    all.get('/api/v1/mcp_manager', { query: { q: 'guide-', limit: most } }),
    api.get('/api/v1/toolkits', { query: { q: 'guide-', limit: most } }),
  ])
  const found = (kind: string, named: readonly Named[], remove: (id: string) => Promise<unknown>) =>
    named.map(({ id, name }): GuideObject => ({ kind, id, name, remove: () => remove(id) }))
  return [
    ...found('Workflow or agent', ofGuide(workflows), (id) =>
      all.delete('/api/v1/workflow/manager/delete/{id}', { params: { id } }),
    ),
    ...found(
      'MCP server',
      servers.filter(({ name }) => serverForm.test(name)),
      (id) => all.delete('/api/v1/mcp_manager/{id}', { params: { id } }),
    ),
    ...found('Skill', ofGuide(skills), (id) => all.delete('/api/v1/skills/delete/{id}', { params: { id } })),
    ...found('Knowledge', ofGuide(collections), (id) =>
      all.delete('/api/v1/knowledge/collections/{id}', { params: { id } }),
    ),
    ...found(
      'Table',
      tables.filter(({ name }) => tableForm.test(name)),
      (id) => all.delete(`${collectionsPath}/{id}`, { params: { id } }),
    ),
    ...found(
      'Toolkit',
      toolkits.filter(isGuideToolkit).map(({ id, slug }) => ({ id, name: slug })),
      (id) => api.delete('/api/v1/toolkits/byId/{id}', { params: { id }, query: { cascade: true } }),
    ),
    ...found('API key', ofGuide(keys.filter(({ revokedAt }) => revokedAt === null)), (id) =>
      api.delete('/api/v1/api-keys/{id}', { params: { id } }),
    ),
  ]
}
