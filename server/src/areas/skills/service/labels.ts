const semver = /^(.*?)(\d+)$/

/** The version that follows: its last number is counted up until no other version has it. */
export function nextLabel(current: string, taken: readonly string[]): string {
  const known = new Set(taken)
  const [, head = `${current.slice(0, 24)}.`, last = '0'] = semver.exec(current) ?? []
  for (let number = Number(last) + 1; ; number++) {
    const label = `${head}${number}`
    if (label.length > 32 || !Number.isSafeInteger(number)) return nextLabel('1.0.0', taken)
    if (!known.has(label)) return label
  }
}
