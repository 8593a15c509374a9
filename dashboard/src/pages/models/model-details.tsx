import { CopyId } from '../../parts/copy-id.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Facts } from '../../parts/page.tsx'
import { Chips } from '../../parts/status.tsx'
import { type AiModel, perMillion, perUnit, tokens } from './prices.ts'

export const ModelDetails = ({ model, onClose }: { model: AiModel; onClose(): void }) => (
  <Dialog title={model.name} width="wide" onClose={onClose}>
    {model.description && <p>{model.description}</p>}
    <Facts
      facts={[
        ['Model id', <CopyId key="model" id={model.modelId} label="model id" />],
        ['Provider', model.provider],
        ...(model.mediaKind === null
          ? ([
              ['Context', `${tokens(model.contextLength)} tokens`],
              ['Input', `${perMillion(model.pricing.input)} per million tokens`],
              ['Output', `${perMillion(model.pricing.output)} per million tokens`],
              ['Cached input', `${perMillion(model.pricing.cachedInputTokens)} per million tokens`],
            ] as const)
          : ([['Reckoned at', perUnit(model)]] as const)),
        ['Takes', <Chips key="in" items={model.architecture.inputModalities} none="not known" />],
        ['Gives', <Chips key="out" items={model.architecture.outputModalities} none="not known" />],
        ['Reasoning', model.supportsReasoning ? (model.supportsEffort ? 'yes, with effort' : 'yes') : 'no'],
        ['Knowledge until', model.knowledgeCutoff ?? 'not known'],
        ['Parameters', <Chips key="parameters" items={model.supportedParameters ?? []} none="not known" />],
      ]}
    />
  </Dialog>
)
