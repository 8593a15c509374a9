// Short names are shown whole.
const wholeUpTo = 20
const charsBeforeExtension = 6
const maxExtensionLength = 8

/** The part of a file's name that may be shortened, and the end that is always shown: a few letters and the ending. */
export function splitFileName(name: string): { start: string; end: string } {
  const letters = [...name]
  if (letters.length <= wholeUpTo) return { start: name, end: '' }
  const dot = letters.lastIndexOf('.')
  const ending = dot > 0 && letters.length - dot <= maxExtensionLength ? letters.length - dot : 0
  const at = letters.length - ending - charsBeforeExtension
  return { start: letters.slice(0, at).join(''), end: letters.slice(at).join('') }
}
