import { Command } from 'cmdk'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { Chip, Chips } from '../../components/feedback/status.tsx'
import type { MediaKind } from '../../features/media/media-kinds.ts'
import { unavailableReasons } from '../../features/models/model-availability.tsx'
import { type AiModel, perMillion, perUnit, tokens } from '../../features/models/prices.ts'
import { useRead } from '../../project.ts'
import { capabilitiesOf, demoModel, matching } from './model-capabilities.ts'
import './model-picker.css'

// Enough to browse; the rest is found by typing.
const displayLimit = 60

type ModelKind = 'chat' | MediaKind

export const useModels = (kind: ModelKind) =>
  useRead(['models', kind], (api, signal) => api.get('/api/v1/ai/models', { query: { kind }, signal }))

const defaults = {
  chat: { name: 'Project default', about: 'the model set in Settings, or the first available' },
  media: { name: 'First available', about: 'any provider that supports it' },
} as const

const defaultOf = (kind: ModelKind) => (kind === 'chat' ? defaults.chat : defaults.media)

/** What is used where none is chosen, with the model that this is at present. */
function defaultName(kind: ModelKind, models: readonly AiModel[] | undefined): string {
  const used = models?.find(({ isDefault }) => isDefault)
  return used ? `${defaultOf(kind).name}: ${used.name}` : defaultOf(kind).name
}

type PickerProps = { label: string; modelId: string; kind?: ModelKind; onChoose(modelId: string): void }

export function ModelPicker({ label, modelId, kind = 'chat', onChoose }: PickerProps) {
  const [isOpen, setOpen] = useState(false)
  const { data: models } = useModels(kind)
  const model = models?.find((each) => each.modelId === modelId)
  const name = modelId === '' ? defaultName(kind, models) : (model?.name ?? modelId)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className="truncate">
          <span className="visually-hidden">{label}: </span>
          {name}
        </span>
        {model && <span className="muted small number model-price">{priceOf(model)}</span>}
        <ChevronDown size={14} aria-hidden />
      </Button>
      {isOpen && (
        <Dialog title={label} width="wide" onClose={() => setOpen(false)}>
          <ModelList
            kind={kind}
            chosen={modelId}
            onChoose={(next) => {
              setOpen(false)
              onChoose(next)
            }}
          />
        </Dialog>
      )}
    </>
  )
}

function priceOf(model: AiModel): string {
  if (model.mediaKind !== null) return model.reserveUsdPerUnit === null ? 'no price' : perUnit(model)
  const { input, output } = model.pricing
  return input === undefined ? 'no price' : `${perMillion(input)} / ${perMillion(output)}`
}

type ListProps = { kind: ModelKind; chosen: string; onChoose(modelId: string): void }

function ModelList({ kind, chosen, onChoose }: ListProps) {
  const [text, setText] = useState('')
  const { data: models, error, refetch } = useModels(kind)
  if (error && !models) return <ErrorAlert error={error} retry={() => void refetch()} />
  const found = models?.filter(matching(text)) ?? []
  const ready = found.filter(({ isAvailable }) => isAvailable).sort(demoLast)
  const others = found.filter(({ isAvailable }) => !isAvailable)
  const shownOthers = others.slice(0, Math.max(0, displayLimit - ready.length))
  return (
    <Command className="model-list" label="Models" shouldFilter={false} loop>
      <Command.Input
        placeholder={
          kind === 'chat' ? 'Search by name, ID, tools, images, reasoning…' : 'Search by name or ID…'
        }
        value={text}
        onValueChange={setText}
      />
      <Command.List>
        {!models && <SkeletonLines count={6} />}
        {models && found.length === 0 && <Command.Empty>No results.</Command.Empty>}
        <Command.Group heading="Available">
          {text === '' && (
            <Command.Item value="default" onSelect={() => onChoose('')}>
              <span className="model-entry">
                <span className="model-entry-name">{defaultName(kind, models)}</span>
                <span className="muted small">{defaultOf(kind).about}</span>
              </span>
            </Command.Item>
          )}
          {ready.slice(0, displayLimit).map((model) => (
            <ModelEntry
              key={model.id}
              model={model}
              isChosen={model.modelId === chosen}
              onChoose={onChoose}
            />
          ))}
        </Command.Group>
        {shownOthers.length > 0 && (
          <Command.Group heading="Unavailable">
            {shownOthers.map((model) => (
              <ModelEntry
                key={model.id}
                model={model}
                isChosen={model.modelId === chosen}
                onChoose={onChoose}
              />
            ))}
          </Command.Group>
        )}
      </Command.List>
      <p className="muted small number" role="status">
        {found.length > displayLimit && `${found.length - displayLimit} more: type to search. `}
        {kind === 'chat' && 'Prices per million input / output tokens.'}
      </p>
    </Command>
  )
}

/** The demo model is the last resort: never the default when another model is available. */
const demoLast = (a: AiModel, b: AiModel) => Number(a.modelId === demoModel) - Number(b.modelId === demoModel)

type EntryProps = { model: AiModel; isChosen: boolean; onChoose(modelId: string): void }

const ModelEntry = ({ model, isChosen, onChoose }: EntryProps) => (
  <Command.Item value={model.modelId} onSelect={() => onChoose(model.modelId)}>
    <span className="model-entry">
      <span className="model-entry-name">
        {model.name}
        {isChosen && <Chip>selected</Chip>}
        {model.unavailableReason !== null && <Chip>{unavailableReasons[model.unavailableReason]}</Chip>}
        {model.modelId === demoModel && <Chip>rule-based, for testing</Chip>}
      </span>
      <span className="mono small muted truncate">{model.modelId}</span>
    </span>
    <span className="model-entry-facts">
      <span className="small number">
        {model.contextLength !== null && `${tokens(model.contextLength)} context, `}
        {priceOf(model)}
      </span>
      {model.mediaKind === null && <Chips items={capabilitiesOf(model)} none="" />}
    </span>
  </Command.Item>
)
