import { h, iconButton } from '../element.ts'
import type { Attached } from '../session/chat-state.ts'

export type Upload = (file: File, signal: AbortSignal) => Promise<{ id: string; name: string }>

export type AttachedFilesOptions = {
  upload: Upload
  onFailure(error: unknown): void
  onChange(): void
}

type Item = { name: string; attached: Attached | null; abort: AbortController }

const maxFiles = 10

/** The files of the next message: uploaded as soon as they are chosen. */
export class AttachedFiles {
  readonly list = h('ul', { class: 'files', 'aria-label': 'Attached files', hidden: true })
  readonly chooser = h('input', {
    type: 'file',
    multiple: true,
    hidden: true,
    'aria-label': 'Files',
    tabindex: '-1',
  })
  readonly button = iconButton('attach', 'Attach files', () => this.chooser.click())
  readonly #options: AttachedFilesOptions
  #items: readonly Item[] = []

  constructor(options: AttachedFilesOptions) {
    this.#options = options
    this.chooser.addEventListener('change', () => {
      if (this.chooser.files) this.add(this.chooser.files)
      this.chooser.value = ''
    })
  }

  get count(): number {
    return this.#items.length
  }

  get isUploading(): boolean {
    return this.#items.some(({ attached }) => attached === null)
  }

  add(files: FileList): void {
    for (const file of [...files].slice(0, maxFiles - this.count)) void this.#addOne(file)
  }

  /** What is attached, which is then part of a message. */
  take(): Attached[] {
    const taken = this.#items.flatMap(({ attached }) => attached ?? [])
    this.#change([])
    return taken
  }

  async #addOne(file: File): Promise<void> {
    const item: Item = { name: file.name, attached: null, abort: new AbortController() }
    this.#change([...this.#items, item])
    try {
      const { id, name } = await this.#options.upload(file, item.abort.signal)
      item.attached = { fileId: id, name }
      this.#change(this.#items)
    } catch (error) {
      this.#change(this.#items.filter((each) => each !== item))
      if (!item.abort.signal.aborted) this.#options.onFailure(error)
    }
  }

  #change(items: readonly Item[]): void {
    this.#items = items
    this.list.replaceChildren(...items.map((item) => this.#view(item)))
    this.list.hidden = items.length === 0
    this.#options.onChange()
  }

  #view(item: Item): HTMLElement {
    const remove = () => {
      item.abort.abort()
      this.#change(this.#items.filter((each) => each !== item))
      this.button.focus()
    }
    return h(
      'li',
      {},
      item.attached === null ? `${item.name} …` : item.name,
      iconButton('close', `Remove ${item.name}`, remove, 'remove'),
    )
  }
}
