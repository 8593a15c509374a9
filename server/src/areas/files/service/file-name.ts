const maxLength = 255

// Characters that a terminal, a path or a header would act upon, and those that turn the direction of what follows:
// "exe.gnp" could otherwise be made to look like an image.
const unsafeCharacters =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be dropped
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g

/**
 * The name under which a file is stored: the last part of whatever path was sent, in any script, without what could harm
 * the client that shows it. It never becomes a path of ours.
 */
export function cleanName(sent: string): string {
  const last = sent.toWellFormed().normalize('NFC').replace(unsafeCharacters, '').split(/[/\\]/).at(-1) ?? ''
  const name = last.replace(/[<>:"|?*]/g, '_').trim()
  // Names of dots alone mean directories, and one in front hides a file.
  const visible = name.replace(/^\.+/, '')
  return shortened(visible || 'file')
}

/** Cut in front of the extension, and never inside a character. */
function shortened(name: string): string {
  const characters = [...name]
  if (characters.length <= maxLength) return name
  const extension = extensionOf(name)
  const tail = extension === '' ? '' : `.${extension}`
  return `${characters.slice(0, maxLength - tail.length).join('')}${tail}`
}

export function extensionOf(name: string): string {
  return /\.([A-Za-z0-9]{1,16})$/.exec(name)?.[1]?.toLowerCase() ?? ''
}
