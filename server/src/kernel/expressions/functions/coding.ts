import { createHash } from 'node:crypto'
import { Fault } from '../error.ts'
import { allocate, spend, spendOnText } from '../limits.ts'
import { text as textType, unknown } from '../types/type.ts'
import { kinds } from '../values/kind.ts'
import { sizeOf, toJson } from '../values/value.ts'
import { functionsOf, methodsOf, optional, parameter } from './define.ts'
import { type CallContext, demand, type FunctionSpec } from './signature.ts'

const specs: FunctionSpec[] = []
const text = methodsOf('string', specs)
const fn = functionsOf(specs)
/** JSON, base64, hashes and URL encoding. */
export const codingFunctions: readonly FunctionSpec[] = specs

// Reading JSON makes values, which takes longer than reading characters.
const jsonPerFuel = 4

fn(
  'JSON.stringify',
  [
    parameter('value', demand.any),
    optional('replacer', { kinds: kinds.null }),
    optional('indent', demand.number),
  ],
  textType,
  'A value as JSON, on one line or with an indent.',
  ['JSON.stringify({a: [1, 2]})', '{"a":[1,2]}'],
  ({ run, span, spanOf }: CallContext, _: undefined, value: unknown, _replacer?: null, indent?: number) => {
    if (indent !== undefined && !(indent >= 0 && indent <= 10))
      throw new Fault(
        'invalid_value',
        'The indent must be from 0 to 10; pass a number in that range.',
        spanOf(2),
      )
    if (indent) allocate(run, sizeOf(value, run.memory, span) * (indent + 1), span)
    return toJson(run, value, span, indent)
  },
)
fn(
  'JSON.parse',
  [parameter('text', demand.text)],
  unknown,
  'The value that a text is the JSON of.',
  ['JSON.parse("[1, 2]")', [1, 2]],
  ({ run, span, spanOf }: CallContext, _: undefined, value: string) => {
    spend(run, 1 + value.length / jsonPerFuel, span)
    allocate(run, value.length * 2, span)
    let parsed: unknown
    try {
      parsed = JSON.parse(value)
    } catch {
      throw new Fault('invalid_value', 'The text is not JSON; check what produced it.', spanOf(0))
    }
    // Refuses what is nested too deep, and numbers that JSON can write and nothing can hold.
    sizeOf(parsed, Number.POSITIVE_INFINITY, span)
    return /\d[eE]\+?\d{3}/.test(value) ? JSON.parse(JSON.stringify(parsed)) : parsed
  },
)
fn(
  'encodeURIComponent',
  [parameter('text', demand.text)],
  textType,
  'A text encoded as part of a URL.',
  ['encodeURIComponent("a b&c")', 'a%20b%26c'],
  ({ run, span }: CallContext, _: undefined, value: string) => {
    spendOnText(run, value.length * 4, span)
    allocate(run, value.length * 9, span)
    return encodeURIComponent(value.toWellFormed())
  },
)
fn(
  'decodeURIComponent',
  [parameter('text', demand.text)],
  textType,
  'The text of an encoded part of a URL.',
  ['decodeURIComponent("a%20b")', 'a b'],
  ({ run, span, spanOf }: CallContext, _: undefined, value: string) => {
    spendOnText(run, value.length * 4, span)
    allocate(run, value.length, span)
    try {
      return decodeURIComponent(value)
    } catch {
      throw new Fault('invalid_value', 'The text is not URL-encoded; check what produced it.', spanOf(0))
    }
  },
)

text(
  'base64Encode',
  [],
  textType,
  'As base64, of its UTF-8 bytes.',
  ['"Ada".base64Encode()', 'QWRh'],
  ({ run, span }: CallContext, value: string) => {
    spendOnText(run, value.length, span)
    allocate(run, value.length * 4, span)
    return Buffer.from(value).toString('base64')
  },
)
text(
  'base64Decode',
  [],
  textType,
  'The text of base64 or base64url.',
  ['"QWRh".base64Decode()', 'Ada'],
  ({ run, span }: CallContext, value: string) => {
    spendOnText(run, value.length, span)
    allocate(run, value.length, span)
    return Buffer.from(value, 'base64').toString()
  },
)
text(
  'sha256',
  [],
  textType,
  'Its SHA-256 in hexadecimal digits.',
  ['"abc".sha256()', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ({ run, span }: CallContext, value: string) => {
    spend(run, 20 + value.length / 16, span)
    allocate(run, 64, span)
    return createHash('sha256').update(value).digest('hex')
  },
)
