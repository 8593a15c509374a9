// Groups conventional commits and computes the next version.
const kinds = { feat: 'added', fix: 'fixed', perf: 'improved', deprecate: 'deprecated', security: 'security' }

function main({ input: { commits, version } }) {
  const groups = { breaking: [], added: [], fixed: [], improved: [], deprecated: [], security: [], other: [] }
  for (const commit of commits) {
    const parsed = /^(\w+)(?:\(([^)]*)\))?(!)?:\s*(.*)$/s.exec(commit)
    if (!parsed) {
      groups.other.push({ text: commit })
      continue
    }
    const [, kind, area, isBreaking, text] = parsed
    const entry = area ? { area, text: text.split('\n')[0] } : { text: text.split('\n')[0] }
    if (isBreaking || /BREAKING CHANGE/.test(text)) groups.breaking.push(entry)
    else groups[kinds[kind] || 'other'].push(entry)
  }
  const [major, minor, patch] = version.split('.').map(Number)
  const isUnstable = major === 0
  let next = `${major}.${minor}.${patch + 1}`
  if (groups.added.length > 0) next = `${major}.${minor + 1}.0`
  if (groups.breaking.length > 0) next = isUnstable ? `0.${minor + 1}.0` : `${major + 1}.0.0`
  return { next, groups }
}
