import { actAs } from '../../features/end-users/act-as.ts'
import { jobPath } from '../../features/media/media-kinds.ts'
import { callPath } from '../../features/model-calls/call-paths.ts'
import { href } from '../../href.ts'
import { type FoundObject, type PaletteEntries, paletteLimit } from '../manifest.ts'
import { modelRoutes } from './routes.ts'

const foundModel = ({ id, modelId }: { id: string; modelId: string }): FoundObject => ({
  id,
  kind: 'Model',
  label: modelId,
  to: `${modelRoutes.list}?q=${encodeURIComponent(modelId)}`,
})

const foundCall = ({ id, requestedModel }: { id: string; requestedModel: string }): FoundObject => ({
  id,
  kind: 'Model call',
  label: `${requestedModel} …${id.slice(-8)}`,
  to: href(modelRoutes.call, { id }),
})

const foundMediaJob = ({ id, model }: { id: string; model: string }): FoundObject => ({
  id,
  kind: 'Media job',
  label: `${model} …${id.slice(-8)}`,
  to: href(modelRoutes.mediaJob, { id }),
})

export const entries: PaletteEntries = {
  actions: [
    {
      label: 'Add a model provider',
      keywords: 'key',
      to: `${modelRoutes.providers}?new=1`,
      isAdminOnly: true,
    },
  ],
  finders: [
    {
      byId: async (api, id, signal) => foundCall(await actAs(api).get(callPath, { params: { id }, signal })),
    },
    {
      byId: async (api, id, signal) =>
        foundMediaJob(await actAs(api).get(jobPath, { params: { id }, signal })),
    },
    {
      byId: async (api, modelId, signal) =>
        foundModel(await api.get('/api/v1/ai/models/{modelId}', { params: { modelId }, signal })),
      byName: async (api, q, signal) =>
        (await api.get('/api/v1/ai/models', { query: { q }, signal })).slice(0, paletteLimit).map(foundModel),
    },
  ],
}
