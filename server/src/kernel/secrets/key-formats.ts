// Not in the middle of a word; but what an escape such as \n ends with is no part of one.
const wordStart = '(?:(?<![\\w-])|(?<=\\\\(?:u[0-9a-f]{4}|[bfnrt])))'

/**
 * Forms of secrets that are ours or common: anything shaped like one is one, wherever it is written. Every part is bounded,
 * so that no text can make the search go over it again and again, and begins with a fixed word, so that texts without any
 * are passed over quickly. A group is what stays in place.
 */
const formats: readonly { hint: string; form: string }[] = [
  { hint: 'stoa', form: `${wordStart}stoa(?:eu)?_[\\w-]{8,200}` },
  { hint: 'whsec_', form: `${wordStart}whsec_[\\w+/=-]{8,200}` },
  { hint: 'sk-', form: `${wordStart}sk-[\\w-]{16,200}` },
  { hint: '_live_', form: `${wordStart}(?:sk|rk|pk)_live_[\\w]{8,200}` },
  { hint: 'eyJ', form: `${wordStart}eyJ[\\w-]{8,400}\\.[\\w-]{8,2000}\\.[\\w-]{0,600}` },
  { hint: 'Bearer ', form: `${wordStart}Bearer [\\w.~+/=-]{8,2000}` },
  { hint: 'Basic ', form: `${wordStart}Basic [\\w+/]{12,2000}={0,2}` },
  { hint: 'gh', form: `${wordStart}gh[oprsu]_[\\w]{20,255}` },
  { hint: 'github_pat_', form: `${wordStart}github_pat_[\\w]{20,255}` },
  { hint: 'glpat-', form: `${wordStart}glpat-[\\w-]{16,200}` },
  { hint: 'xox', form: `${wordStart}xox[abeoprs]-[\\w-]{10,255}` },
  { hint: 'AKIA', form: `${wordStart}AKIA[0-9A-Z]{16}(?![0-9A-Z])` },
  { hint: 'AIza', form: `${wordStart}AIza[\\w-]{30,60}` },
  { hint: 'npm_', form: `${wordStart}npm_[A-Za-z0-9]{30,60}` },
  { hint: 'SG.', form: `${wordStart}SG\\.[\\w-]{16,40}\\.[\\w-]{16,80}` },
  {
    hint: 'PRIVATE KEY-----',
    form: '-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{16,16000}-----END [A-Z ]{0,30}PRIVATE KEY-----',
  },
  { hint: '://', form: '([a-z][a-z0-9+]{1,20}://[^:/?#\\s"\'`{}]{1,100}:)[^@/\\s"\'`{}]{1,200}(?=@)' },
]

const compiled = formats.map(({ hint, form }) => ({ hint, pattern: new RegExp(form, 'g') }))

/** The text with this mark for everything that is shaped like a key, and what that was. */
export function hideKeys(text: string, mark: string): { text: string; keys: string[] } {
  const keys: string[] = []
  let clean = text
  for (const { hint, pattern } of compiled)
    if (clean.includes(hint))
      clean = clean.replace(pattern, (whole: string, before: unknown) => {
        // Without a group the place of the match comes next.
        const kept = typeof before === 'string' ? before : ''
        keys.push(whole.slice(kept.length))
        return `${kept}${mark}`
      })
  return { text: clean, keys }
}
