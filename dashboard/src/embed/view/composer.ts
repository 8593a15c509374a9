import { fitToText, isForInputMethod } from '../../typing.ts'
import { h, icon, iconButton } from '../element.ts'
import type { Draft } from '../session/chat-state.ts'
import { AttachedFiles, type Upload } from './attached-files.ts'

export type ComposerOptions = {
  send(draft: Draft): void
  stop(): void
  upload: Upload
  onUploadFailure(error: unknown): void
}

export type ComposerState = {
  isRunning: boolean
  isDisabled: boolean
  canAttach: boolean
  placeholder: string
}

/** Where the user writes: Enter sends, Shift+Enter begins a line, Escape stops the reply. */
export class Composer {
  readonly element: HTMLFormElement
  readonly #options: ComposerOptions
  readonly #box = h('textarea', { rows: '1', 'aria-label': 'Message', dir: 'auto', part: 'input' })
  readonly #send = h(
    'button',
    { type: 'submit', class: 'send', 'aria-label': 'Send', title: 'Send' },
    icon('send'),
  )
  readonly #stop: HTMLButtonElement
  readonly #files: AttachedFiles
  #state: ComposerState = { isRunning: false, isDisabled: true, canAttach: false, placeholder: '' }
  /** A chat is opened before it knows its agent: the box takes the focus as soon as it can. */
  #awaitsFocus = false
  /** Sent while a file was still being uploaded: it follows when the file is there. */
  #awaitsUpload = false
  #fileCount = 0

  constructor(options: ComposerOptions) {
    const { stop, upload, onUploadFailure } = options
    this.#options = options
    this.#stop = iconButton('stop', 'Stop', stop, 'send')
    this.#files = new AttachedFiles({ upload, onFailure: onUploadFailure, onChange: () => this.#onFiles() })
    const line = h(
      'div',
      { class: 'line' },
      this.#files.button,
      this.#files.chooser,
      this.#box,
      this.#send,
      this.#stop,
    )
    this.element = h('form', { class: 'composer', part: 'composer' }, this.#files.list, line)
    this.#listen()
    this.#update()
  }

  focus(): void {
    this.#awaitsFocus = this.#box.disabled
    this.#box.focus()
  }

  render(state: ComposerState): void {
    this.#state = state
    this.#update()
  }

  #listen(): void {
    const attach = (event: Event, files: FileList | undefined) => {
      if (!this.#state.canAttach || !files || files.length === 0) return
      event.preventDefault()
      this.#files.add(files)
    }
    this.element.addEventListener('submit', (event) => this.#submit(event))
    this.element.addEventListener('dragover', (event) => event.preventDefault())
    this.element.addEventListener('drop', (event) => attach(event, event.dataTransfer?.files))
    this.#box.addEventListener('paste', (event) => attach(event, event.clipboardData?.files))
    this.#box.addEventListener('input', () => this.#update())
    this.#box.addEventListener('keydown', (event) => this.#onKey(event))
  }

  #onKey(event: KeyboardEvent): void {
    // While an input method composes a word, Enter ends the word.
    if (event.key === 'Enter' && !event.shiftKey && !isForInputMethod(event)) this.#submit(event)
    else if (event.key === 'Escape' && this.#state.isRunning) {
      event.stopPropagation()
      this.#options.stop()
    }
  }

  #onFiles(): void {
    const { count, isUploading } = this.#files
    // A file that failed or was removed: the user decides whether the message goes without it.
    if (count < this.#fileCount) this.#awaitsUpload = false
    this.#fileCount = count
    this.#update()
    if (!this.#awaitsUpload || isUploading) return
    this.#awaitsUpload = false
    this.#sendDraft()
  }

  #isReady(): boolean {
    const { isDisabled, isRunning } = this.#state
    return !isDisabled && !isRunning && (this.#box.value.trim() !== '' || this.#files.count > 0)
  }

  #submit(event: Event): void {
    event.preventDefault()
    this.#awaitsUpload = this.#isReady() && this.#files.isUploading
    if (!this.#awaitsUpload) this.#sendDraft()
  }

  #sendDraft(): void {
    if (!this.#isReady()) return
    const text = this.#box.value.trim()
    this.#box.value = ''
    this.#options.send({ text, files: this.#files.take() })
  }

  #update(): void {
    const { isRunning, isDisabled, canAttach, placeholder } = this.#state
    this.#files.button.hidden = !canAttach
    this.#send.hidden = isRunning
    this.#stop.hidden = !isRunning
    this.#send.disabled = !this.#isReady()
    this.#box.disabled = isDisabled
    if (this.#awaitsFocus && !isDisabled) this.focus()
    if (this.#box.placeholder !== placeholder) this.#box.placeholder = placeholder
    fitToText(this.#box)
  }
}
