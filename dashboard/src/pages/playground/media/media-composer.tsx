import Sparkles from 'lucide-react/icons/sparkles'
import { Button } from '../../../components/actions/button.tsx'
import { runShortcut } from '../../../components/code/use-run-shortcut.ts'
import { useFitToText } from '../../../components/conversation/use-fit-to-text.ts'
import { AttachButtons } from '../../../features/files/attachments/attach-buttons.tsx'
import { Attachments } from '../../../features/files/attachments/attachments.tsx'
import { useAttachments } from '../../../features/files/attachments/use-attachments.ts'
import { useFileDrop } from '../../../features/files/upload/use-file-drop.ts'
import type { MediaKind } from '../../../features/media/media-kinds.ts'
import { fileLimit, type MediaDraft } from './media-draft.ts'

type ComposerProps = {
  kind: MediaKind
  draft: MediaDraft
  change(patch: (before: MediaDraft) => Partial<MediaDraft>): void
  isBusy: boolean
  /** The expected cost; null where it is unknown. */
  price: string | null
  /** No provider is available: the composer is disabled. */
  isOff: boolean
  canGenerate: boolean
  onCreate(): void
}

const prompts: Record<MediaKind, { label: string; placeholder: string; verb: string }> = {
  image: { label: 'Prompt', placeholder: 'A lighthouse at dawn, as a woodcut…', verb: 'Generate' },
  video: { label: 'Prompt', placeholder: 'Waves roll in at dawn, filmed from a cliff…', verb: 'Generate' },
  tts: { label: 'Text', placeholder: 'Text to speak…', verb: 'Generate' },
  stt: { label: '', placeholder: '', verb: 'Transcribe' },
}

const accepted: Record<MediaKind, { things: string; accept: string; fileType: 'image' | 'audio' }> = {
  image: { things: 'reference images', accept: 'image/*', fileType: 'image' },
  video: { things: 'the first frame', accept: 'image/*', fileType: 'image' },
  stt: { things: 'an audio file', accept: 'audio/*,video/*', fileType: 'audio' },
  tts: { things: '', accept: '', fileType: 'audio' },
}

/** Where is written what is to be made, and of which files. */
export function MediaComposer(props: ComposerProps) {
  const { kind, draft, change, isBusy, price, isOff, canGenerate, onCreate } = props
  const most = fileLimit[kind]
  const attachments = useAttachments(draft, (patch) =>
    // Over the limit the oldest are removed: a newly dropped file replaces them.
    change((before) => ({ files: patch(before).files.slice(-most) })),
  )
  const attach = (files: readonly File[]) => {
    if (!isOff && most > 0) attachments.attach(files)
  }
  useFileDrop(attach)
  const { label, placeholder, verb } = prompts[kind]
  const box = useFitToText(draft.words)
  return (
    <fieldset className="composer media-composer" data-docked="" disabled={isOff}>
      <legend className="visually-hidden">Input</legend>
      {kind === 'stt' ? (
        draft.files.length === 0 && (
          <p className="muted composer-hint">
            Drop an audio file here, upload one, or choose one from Files.
          </p>
        )
      ) : (
        <textarea
          ref={box}
          className="composer-text"
          aria-label={label}
          placeholder={placeholder}
          rows={3}
          value={draft.words}
          onChange={(event) => {
            const { value } = event.target
            change(() => ({ words: value }))
          }}
          onPaste={(event) => {
            const files = [...event.clipboardData.files]
            if (files.length === 0 || most === 0) return
            event.preventDefault()
            attach(files)
          }}
        />
      )}
      <Attachments files={draft.files} owner={draft.user.trim()} onRemove={attachments.detach} />
      <div className="composer-foot">
        {most > 0 && (
          <AttachButtons
            {...accepted[kind]}
            attachments={attachments}
            owner={draft.user.trim()}
            isDisabled={isOff}
          />
        )}
        {kind === 'tts' && <span className="muted small number">{[...draft.words].length} characters</span>}
        <span className="muted small number composer-price">{price ?? (isOff ? '' : 'Price by model')}</span>
        <Button
          variant="primary"
          icon={<Sparkles size={14} aria-hidden />}
          isBusy={isBusy}
          disabled={!canGenerate || attachments.sending > 0}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          onClick={onCreate}
        >
          {verb}
          <span className="composer-keys" aria-hidden>
            {runShortcut}
          </span>
        </Button>
      </div>
    </fieldset>
  )
}
