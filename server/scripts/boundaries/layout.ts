export const maxFilesPerFolder = 25

/** Folders with more files than a reader can take in. */
export function folderFaults(files: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const file of files) {
    const folder = file.slice(0, Math.max(0, file.lastIndexOf('/')))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > maxFilesPerFolder)
    .map(([folder, count]) => `${folder}: ${count} files in one folder (${maxFilesPerFolder} at most)`)
}

/**
 * A literal that is spread where its members could be written directly: it is there only to put several of them on a
 * line.
 */
export function spreadFaults({ text }: { text: string }): string[] {
  return [...text.matchAll(/\.\.\.(?:\[(?!\])|\{(?!\}))/g)].flatMap(({ index }) => {
    const end = closingOf(text, index + 3)
    // What is called on a literal, or read from it, is no literal any more.
    if (/^\s*(?:\.|\?\.|\[)/.test(text.slice(end + 1, end + 40))) return []
    const line = text.slice(0, index).split('\n').length
    return [`line ${line}: a literal is spread: write its members in its place`]
  })
}

function closingOf(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if ('[{('.includes(text[at]!)) depth++
    else if (']})'.includes(text[at]!) && --depth === 0) return at
  }
  return text.length
}
