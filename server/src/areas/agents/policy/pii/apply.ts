import { AppError } from '../../../../kernel/errors.ts'
import { compileLinearPattern } from '../../../../kernel/json-schema/linear-pattern.ts'
import type { PiiRule } from '../../schema/spec.ts'
import { type DetectedKind, detectors, type Found } from './detect.ts'
import { replacementOf } from './replace.ts'

export type PiiInput = { texts: readonly string[]; rules: readonly PiiRule[]; hashKey: Uint8Array }

/** The texts without what the rules find. */
export type PiiResult = {
  texts: string[]
  /** How often each kind was found. */
  found: Record<string, number>
  /** The first kind whose rule lets no such text pass. */
  blockedBy: string | null
}

export const kindOf = ({ type, pattern }: PiiRule): string =>
  type ?? (pattern === undefined ? 'email' : 'custom')

/** Applies rules one after the other, each to what the ones before it left. */
export function applyRules({ texts, rules, hashKey }: PiiInput): PiiResult {
  const result: PiiResult = { texts: [...texts], found: {}, blockedBy: null }
  for (const rule of rules) {
    const { strategy = 'redact' } = rule
    const kind = kindOf(rule)
    const find = finderOf(rule)
    result.texts = result.texts.map((text) => {
      const found = inOrder(find(text))
      if (found.length === 0) return text
      result.found[kind] = (result.found[kind] ?? 0) + found.length
      if (strategy === 'block') result.blockedBy ??= kind
      return replaced(text, found, (value) => replacementOf(kind, strategy, value, hashKey))
    })
  }
  return result
}

function finderOf(rule: PiiRule): (text: string) => Found[] {
  const kind = kindOf(rule)
  if (kind !== 'custom') return detectors[kind as DetectedKind]
  const compiled = compileLinearPattern(rule.pattern ?? '')
  // Stored before its size had a limit: text must not pass unchecked.
  if ('fault' in compiled) throw unusable(rule.pattern ?? '', compiled.fault)
  return (text) => {
    const found: Found[] = []
    const matcher = compiled.pattern.matcher(text)
    while (matcher.find())
      if (matcher.end() > matcher.start()) found.push({ from: matcher.start(), to: matcher.end() })
    return found
  }
}

const unusable = (pattern: string, fault: string) =>
  new AppError('compute_limit_exceeded', `The pattern ${pattern.slice(0, 100)} ${fault}`, {
    hint: 'Change behavior.guardrails.pii.rules of the agent.',
  })

/** Several forms of one kind may overlap: the first one counts. */
function inOrder(found: Found[]): Found[] {
  let end = 0
  return found
    .sort((a, b) => a.from - b.from)
    .filter(({ from, to }) => {
      if (from < end) return false
      end = to
      return true
    })
}

function replaced(text: string, found: readonly Found[], replace: (value: string) => string): string {
  const parts: string[] = []
  let at = 0
  for (const { from, to } of found) {
    parts.push(text.slice(at, from), replace(text.slice(from, to)))
    at = to
  }
  return parts.join('') + text.slice(at)
}
