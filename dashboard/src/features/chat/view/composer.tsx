import ArrowUp from 'lucide-react/icons/arrow-up'
import CircleStop from 'lucide-react/icons/circle-stop'
import type { KeyboardEvent } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { useFitToText } from '../../../components/conversation/use-fit-to-text.ts'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { isForInputMethod } from '../../../typing.ts'
import { AttachButtons } from '../../files/attachments/attach-buttons.tsx'
import { Attachments } from '../../files/attachments/attachments.tsx'
import { useFileDrop } from '../../files/upload/use-file-drop.ts'
import { type Sending, useDraft } from './use-draft.ts'

type ComposerProps = Sending & {
  label?: string
  placeholder: string
  sendLabel?: string
  hasFiles?: boolean
  /** Has the focus when the page opens. */
  hasInitialFocus?: boolean
}

/**
 * Where the next message is written: Enter sends it, or queues it behind a response; Shift and Enter begin a line, Escape
 * stops the response.
 */
export function Composer(props: ComposerProps) {
  const { label = 'Message', placeholder, sendLabel = 'Send', hasFiles = true, hasInitialFocus } = props
  const draft = useDraft(props)
  const { written, attachments } = draft
  const canStop = Boolean(props.isRunning && props.onStop)
  const isDropping = useFileDrop(hasFiles ? attachments.attach : () => undefined) && hasFiles
  const box = useFitToText(written.text)
  const press = (event: KeyboardEvent) => {
    // While a word is composed of several keys, Enter takes the word.
    if (event.key === 'Enter' && !event.shiftKey && !isForInputMethod(event.nativeEvent)) {
      event.preventDefault()
      draft.send()
    }
    if (event.key === 'Escape') draft.stop()
  }
  return (
    <>
      {draft.failure !== null && <ErrorAlert error={draft.failure} />}
      <div className="composer" data-docked="" data-dropping={isDropping ? '' : undefined}>
        <Attachments files={written.files} owner="" onRemove={attachments.detach} />
        <textarea
          ref={box}
          className="composer-text"
          aria-label={label}
          aria-keyshortcuts="Enter"
          placeholder={isDropping ? 'Drop to attach' : placeholder}
          rows={2}
          value={written.text}
          // biome-ignore lint/a11y/noAutofocus: writing is what the page is for.
          autoFocus={hasInitialFocus}
          onChange={({ target: { value } }) => draft.write(value)}
          onKeyDown={press}
          onPaste={(event) => {
            const files = [...event.clipboardData.files]
            if (files.length === 0 || !hasFiles) return
            event.preventDefault()
            attachments.attach(files)
          }}
        />
        <div className="composer-foot">
          {hasFiles && <AttachButtons attachments={attachments} owner="" things="images or files" />}
          <span className="composer-send">
            {canStop && <StopButton draft={draft} />}
            {/* While the agent responds, what is written waits for the end of the response. */}
            {(!canStop || !draft.isEmpty) && (
              <SendButton draft={draft} label={canStop ? 'Queue' : sendLabel} />
            )}
          </span>
        </div>
      </div>
    </>
  )
}

type ButtonProps = { draft: ReturnType<typeof useDraft> }

const StopButton = ({ draft: { stop, isStopping } }: ButtonProps) => (
  <Button
    variant="danger-outline"
    icon={<CircleStop size={14} aria-hidden />}
    isBusy={isStopping}
    aria-keyshortcuts="Escape"
    onClick={stop}
  >
    Stop
    <span className="composer-keys" aria-hidden>
      Esc
    </span>
  </Button>
)

const SendButton = ({ draft: { send, canSend }, label }: ButtonProps & { label: string }) => (
  <Button
    variant="primary"
    icon={<ArrowUp size={14} aria-hidden />}
    disabled={!canSend}
    aria-keyshortcuts="Enter"
    onClick={send}
  >
    {label}
    <span className="composer-keys" aria-hidden>
      ↵
    </span>
  </Button>
)
