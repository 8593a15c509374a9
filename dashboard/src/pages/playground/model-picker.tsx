import { Command } from 'cmdk'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { SkeletonLines } from '../../parts/skeleton.tsx'
import { Chip, Chips } from '../../parts/status.tsx'
import { useRead } from '../../project.tsx'
import { type AiModel, perMillion, tokens } from '../models/prices.ts'
import { useCallable } from '../models/use-callable.ts'
import { capabilitiesOf, demoModel, matching } from './model-capabilities.ts'
import './model-picker.css'

// As many as anybody reads; the rest is found by typing.
const shownAtMost = 60

export const useChatModels = () =>
  useRead(['models', 'chat'], (api, signal) => api.get('/api/v1/ai/models', { signal }))

type PickerProps = { label: string; modelId: string; onChoose(modelId: string): void }

export function ModelPicker({ label, modelId, onChoose }: PickerProps) {
  const [isOpen, setOpen] = useState(false)
  const { data: models } = useChatModels()
  const model = models?.find((each) => each.modelId === modelId)
  const name = modelId === '' ? 'Default of the project' : (model?.name ?? modelId)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className="truncate">
          <span className="away">{label}: </span>
          {name}
        </span>
        {model && <span className="muted small number model-price">{priceOf(model)}</span>}
        <ChevronDown size={14} aria-hidden />
      </Button>
      {isOpen && (
        <Dialog title={label} width="wide" onClose={() => setOpen(false)}>
          <ModelList
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

const priceOf = ({ pricing }: AiModel): string =>
  pricing.input === undefined ? 'no price' : `${perMillion(pricing.input)} / ${perMillion(pricing.output)}`

function ModelList({ chosen, onChoose }: { chosen: string; onChoose(modelId: string): void }) {
  const [text, setText] = useState('')
  const { data: models, error, refetch } = useChatModels()
  const isCallable = useCallable()
  if (error && !models) return <Failure error={error} retry={() => void refetch()} />
  const found = models?.filter(matching(text)) ?? []
  // Those of which it is not known are offered: the server tells what is missing.
  const ready = found.filter((model) => isCallable(model) !== false).sort(demoLast)
  const isKnown = ready.every((model) => isCallable(model) === true)
  const others = found.filter((model) => isCallable(model) === false)
  const shownOthers = others.slice(0, Math.max(0, shownAtMost - ready.length))
  return (
    <Command className="model-list" label="Models" shouldFilter={false} loop>
      <Command.Input placeholder="Name, id, tools, images, reasoning…" value={text} onValueChange={setText} />
      <Command.List>
        {!models && <SkeletonLines count={6} />}
        {models && found.length === 0 && <Command.Empty>No model goes by that name.</Command.Empty>}
        <Command.Group heading={isKnown ? 'Can be called now' : 'Models'}>
          {text === '' && (
            <Command.Item value="default" onSelect={() => onChoose('')}>
              <span className="model-entry">
                <span className="model-entry-name">Default of the project</span>
                <span className="muted small">the one in Settings, else the first that is set up</span>
              </span>
            </Command.Item>
          )}
          {ready.slice(0, shownAtMost).map((model) => (
            <ModelEntry
              key={model.id}
              model={model}
              isChosen={model.modelId === chosen}
              onChoose={onChoose}
            />
          ))}
        </Command.Group>
        {shownOthers.length > 0 && (
          <Command.Group heading="Off, or without a provider that is set up">
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
      {found.length > shownAtMost && (
        <p className="muted small number" role="status">
          {found.length - shownAtMost} more: type to find them.
        </p>
      )}
    </Command>
  )
}

/** The demo is what is left when nothing else is: never the first choice of somebody who has a model. */
const demoLast = (a: AiModel, b: AiModel) => Number(a.modelId === demoModel) - Number(b.modelId === demoModel)

type EntryProps = { model: AiModel; isChosen: boolean; onChoose(modelId: string): void }

const ModelEntry = ({ model, isChosen, onChoose }: EntryProps) => (
  <Command.Item value={model.modelId} onSelect={() => onChoose(model.modelId)}>
    <span className="model-entry">
      <span className="model-entry-name">
        {model.name}
        {isChosen && <Chip>chosen</Chip>}
        {model.modelId === demoModel && <Chip>answers by rules, for trying things out</Chip>}
      </span>
      <span className="mono small muted truncate">{model.modelId}</span>
    </span>
    <span className="model-entry-facts">
      <span className="small number">
        {model.contextLength !== null && `${tokens(model.contextLength)} context, `}
        {priceOf(model)}
      </span>
      <Chips items={capabilitiesOf(model)} none="" />
    </span>
  </Command.Item>
)
