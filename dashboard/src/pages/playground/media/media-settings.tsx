import { AreaField, SelectField, TextField } from '../../../components/form/field.tsx'
import type { MediaKind } from '../../../features/media/media-kinds.ts'
import type { AiModel } from '../../../features/models/prices.ts'
import type { MediaDraft } from './media-draft.ts'

type TextName = Exclude<keyof MediaDraft, 'files'>
type SettingsProps = {
  kind: MediaKind
  draft: MediaDraft
  model: AiModel | undefined
  change(patch: Partial<MediaDraft>): void
}

const formats = ['mp3', 'wav', 'opus', 'aac', 'flac', 'pcm']

/** The parameters besides the prompt. Where the catalogue knows the supported values, they are offered. */
export function MediaSettings({ kind, draft, model, change }: SettingsProps) {
  const { sizes, aspectRatios, durations, supportedVoices, defaultVoice } = model?.mediaCapabilities ?? {}
  const bind = (name: TextName, label: string) => ({
    name,
    label,
    value: draft[name],
    onChange: (value: string) => change({ [name]: value }),
  })
  return (
    <div className="chat-settings">
      {kind === 'image' && (
        <div className="form-pair">
          <TextField {...bind('n', 'Number of images')} type="number" placeholder="1" hint="Up to 10." />
          <TextField {...bind('seed', 'Seed')} type="number" placeholder="Random" />
        </div>
      )}
      {kind === 'video' && (
        <div className="form-pair">
          <ComboboxOption {...bind('durationSeconds', 'Seconds')} choices={durations?.map(String)} />
          <TextField {...bind('seed', 'Seed')} type="number" placeholder="Random" />
        </div>
      )}
      {(kind === 'image' || kind === 'video') && (
        <div className="form-pair">
          <ComboboxOption {...bind('size', 'Size')} choices={sizes} placeholder="1024x1024" />
          <ComboboxOption {...bind('aspectRatio', 'Format')} choices={aspectRatios} placeholder="16:9" />
        </div>
      )}
      {kind === 'tts' && (
        <>
          <ComboboxOption {...bind('voice', 'Voice')} choices={supportedVoices} placeholder={defaultVoice} />
          <div className="form-pair">
            <ComboboxOption {...bind('format', 'File format')} choices={formats} />
            <TextField {...bind('speed', 'Speed')} type="number" placeholder="1" hint="0.25 to 4." />
          </div>
          <TextField
            {...bind('language', 'Language')}
            placeholder="Auto-detect"
            hint="For example en or de-CH."
          />
          <AreaField
            {...bind('instructions', 'Instructions')}
            rows={2}
            placeholder="Calm, like a radio host at night…"
          />
        </>
      )}
      <TextField
        {...bind('user', 'End user')}
        placeholder="the project itself"
        hint="By name. Usage counts towards their limits and credits."
      />
    </div>
  )
}

type RegistryListProps = {
  name: string
  label: string
  value: string
  onChange(value: string): void
  choices: readonly string[] | undefined
  placeholder?: string | undefined
}

/** A select where the values are known, else a text field. A typed value stays available. */
const ComboboxOption = ({ choices = [], placeholder = 'Default', ...field }: RegistryListProps) =>
  choices.length === 0 ? (
    <TextField {...field} placeholder={placeholder} />
  ) : (
    <SelectField
      {...field}
      choices={[
        { value: '', label: 'Default' },
        ...(field.value === '' || choices.includes(field.value) ? choices : [field.value, ...choices]).map(
          (value) => ({ value, label: value }),
        ),
      ]}
    />
  )
