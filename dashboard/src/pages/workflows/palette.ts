import FileUp from 'lucide-react/icons/file-up'
import { actAs } from '../../features/end-users/act-as.ts'
import {
  detailPath,
  executionPath,
  workflowExecutionUrl,
  workflowsPath,
  workflowUrl,
} from '../../features/workflows/workflows-api.ts'
import { type FoundObject, type PaletteEntries, paletteLimit } from '../manifest.ts'
import { workflowRoutes } from './routes.ts'

const found = ({ id, name }: { id: string; name: string }): FoundObject => ({
  id,
  kind: 'Workflow',
  label: name,
  to: workflowUrl(id),
})

export const entries: PaletteEntries = {
  actions: [
    { label: 'Create a workflow', keywords: 'graph automation', to: `${workflowRoutes.list}?new=blank` },
    { label: 'Create an agent', keywords: 'assistant chatbot', to: `${workflowRoutes.agents}?new=agent` },
    {
      label: 'Import a workflow',
      keywords: 'n8n json',
      to: `${workflowRoutes.list}?new=import`,
      icon: FileUp,
    },
  ],
  finders: [
    {
      byId: async (api, id, signal) => found(await actAs(api).get(detailPath, { params: { id }, signal })),
      byName: async (api, q, signal) =>
        (await actAs(api).get(workflowsPath, { query: { q, limit: paletteLimit }, signal })).map(found),
    },
    {
      byId: async (api, id, signal) => {
        const { workflowName } = await actAs(api).get(executionPath, {
          params: { id },
          query: { stepsLimit: 0 },
          signal,
        })
        return { id, kind: 'Execution', label: workflowName, to: workflowExecutionUrl(id) }
      },
    },
  ],
}
