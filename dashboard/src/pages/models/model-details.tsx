import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CopyId } from '../../components/actions/copy-id.tsx'
import { Dialog, DialogFoot } from '../../components/dialog/dialog.tsx'
import { Chips } from '../../components/feedback/status.tsx'
import { DescriptionList } from '../../components/layout/page.tsx'
import { mediaKinds } from '../../features/media/media-kinds.ts'
import { type AiModel, perMillion, perUnit, tokens } from '../../features/models/prices.ts'
import { providerName } from '../../features/models/provider-state.tsx'
import { href } from '../../href.ts'
import { playgroundRoutes } from '../playground/routes.ts'
import { modelRoutes } from './routes.ts'

export const ModelDetails = ({ model, onClose }: { model: AiModel; onClose(): void }) => (
  <Dialog title={model.name} width="wide" onClose={onClose}>
    {model.description && <p>{model.description}</p>}
    <DescriptionList
      facts={[
        ['Model ID', <CopyId key="model" id={model.modelId} label="model ID" />],
        ['Provider', providerName(model.provider)],
        ...(model.mediaKind === null
          ? ([
              ['Context', `${tokens(model.contextLength)} tokens`],
              ['Input', `${perMillion(model.pricing.input)} per million tokens`],
              ['Output', `${perMillion(model.pricing.output)} per million tokens`],
              ['Cached input', `${perMillion(model.pricing.cachedInputTokens)} per million tokens`],
            ] as const)
          : mediaFacts(model)),
        ['Input modalities', <Chips key="in" items={model.architecture.inputModalities} none="unknown" />],
        ['Output modalities', <Chips key="out" items={model.architecture.outputModalities} none="unknown" />],
        ['Reasoning', model.supportsReasoning ? (model.supportsEffort ? 'yes, with effort' : 'yes') : 'no'],
        ['Knowledge cutoff', model.knowledgeCutoff ?? 'unknown'],
        ['Parameters', <Chips key="parameters" items={model.supportedParameters ?? []} none="unknown" />],
      ]}
    />
    <DialogFoot>
      {model.mediaKind === null ? (
        <Link to={`${modelRoutes.calls}?model=${encodeURIComponent(model.modelId)}`} className="button">
          View calls
        </Link>
      ) : (
        <Link to={`${modelRoutes.media}?kind=${model.mediaKind}`} className="button">
          View media jobs
        </Link>
      )}
      <Link
        to={`${playgroundOf(model)}?model=${encodeURIComponent(model.modelId)}`}
        className="button"
        data-variant="primary"
      >
        Try it
      </Link>
    </DialogFoot>
  </Dialog>
)

const playgroundOf = ({ mediaKind }: AiModel): string =>
  mediaKind === null
    ? playgroundRoutes.chat
    : href(playgroundRoutes.media, { kind: mediaKinds[mediaKind].slug })

/** The parameters of an image, video or speech model, where the catalogue has them. */
function mediaFacts(model: AiModel): (readonly [string, ReactNode])[] {
  const { sizes, resolutions, aspectRatios, durations, supportedVoices, supportsEdit } =
    model.mediaCapabilities
  const chips = (name: string, items: readonly (string | number)[] | undefined) =>
    items && items.length > 0 ? [[name, <Chips key={name} items={items.map(String)} none="" />] as const] : []
  return [
    ['Estimated at', perUnit(model)],
    ...(supportsEdit === undefined ? [] : [['Edits', supportsEdit ? 'yes' : 'no'] as const]),
    ...chips('Sizes', sizes),
    ...chips('Resolutions', resolutions),
    ...chips('Formats', aspectRatios),
    ...chips('Seconds', durations),
    ...chips('Voices', supportedVoices),
  ]
}
