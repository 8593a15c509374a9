export const clipboardBlocked = 'The browser blocked copying. Select the text and copy it manually.'

/** Browsers offer the clipboard only on https and on this machine; elsewhere an old way still works. */
export async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    area.className = 'visually-hidden'
    // Inside an open dialog, since nothing outside of it can be selected.
    const host = document.querySelector('dialog[open]') ?? document.body
    host.append(area)
    area.select()
    const isDone = document.execCommand('copy')
    area.remove()
    return isDone
  }
}
