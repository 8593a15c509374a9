// Tries a pattern on examples.
function main({ input: { pattern, flags = '', match = [], reject = [] } }) {
  const tried = (text) => new RegExp(pattern, flags.replace('g', '')).exec(text)
  const failures = [
    ...match.filter((text) => !tried(text)).map((text) => ({ text, expected: 'match' })),
    ...reject.filter((text) => tried(text)).map((text) => ({ text, expected: 'no match' })),
  ]
  const groups = match.flatMap((text) => {
    const found = tried(text)
    return found ? [{ text, found: found[0], groups: { ...found.groups } }] : []
  })
  const risks = []
  if (/\([^()]*[+*][^()]*\)[+*{]/.test(pattern))
    risks.push('A repetition inside of a repetition can take forever.')
  if (/\.\*.*\.\*.*\.\*/.test(pattern)) risks.push('Three or more .* make long texts slow.')
  return { passes: failures.length === 0, failures, groups, risks }
}
