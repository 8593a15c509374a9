import type { BrowserSteps } from '@stoa/sdk'
import type { JsonSchema } from '../schema-form/field-shape.ts'

export type BrowserStep = BrowserSteps['steps'][number]

/** Where a value of a step comes from: the caller, the tool itself, or the connected account. */
export type ValueSource = 'parameter' | 'fixed' | 'connection'

/** What a step types, selects or uploads, with everything that was typed for each of its sources. */
export type ValueDraft = {
  source: ValueSource
  name: string
  description: string
  isRequired: boolean
  isSecret: boolean
  /** The value that was recorded, or the one that the tool has; several are lines. */
  text: string
  field: string
  /** Type and limits of the parameter. */
  shape: JsonSchema
}

export type StepDraft = { key: number; step: Omit<BrowserStep, 'input'>; value: ValueDraft | null }

export type StepsDraft = {
  steps: readonly StepDraft[]
  /** Must be visible on the last page. */
  expectText: string
  /** What steps do not use, such as the profile. */
  others: Readonly<Record<string, JsonSchema>>
  rest: Omit<BrowserSteps, 'steps'>
}

export type Recorded = { browser: BrowserSteps; inputParameters: JsonSchema }

const propertiesOf = ({ properties }: JsonSchema) => (properties ?? {}) as Record<string, JsonSchema>
const linesOf = (value: unknown): string => (value === undefined ? '' : [value].flat().map(String).join('\n'))

export const isFiles = ({ shape }: ValueDraft): boolean => (shape.items as JsonSchema)?.format === 'uuid'
export const isList = ({ shape }: ValueDraft): boolean => shape.type === 'array'
/** A field of an account is a text, and is typed only into pages of a known origin. */
export const mayBeField = ({ step, value }: StepDraft): boolean =>
  step.action.type === 'fill' && step.origin !== null && value !== null

const isSecretShape = ({ format, writeOnly }: JsonSchema): boolean =>
  format === 'password' || writeOnly === true

function valueDraftOf(input: NonNullable<BrowserStep['input']>, schema: JsonSchema): ValueDraft {
  const name =
    'parameter' in input ? input.parameter : 'connectionField' in input ? input.connectionField : ''
  const property = propertiesOf(schema)[name] ?? { type: 'string' }
  const { description, default: initial, examples, ...shape } = property
  const known = 'value' in input ? input.value : (initial ?? (examples as unknown[] | undefined)?.[0])
  const required = (schema.required ?? []) as string[]
  return {
    source: 'parameter' in input ? 'parameter' : 'value' in input ? 'fixed' : 'connection',
    name,
    description: typeof description === 'string' ? description : '',
    isRequired: required.includes(name),
    isSecret: isSecretShape(property) || 'connectionField' in input,
    text: linesOf(known),
    field: 'connectionField' in input ? input.connectionField : '',
    shape:
      'value' in input && Array.isArray(input.value) ? { type: 'array', items: { type: 'string' } } : shape,
  }
}

export function draftOf({ browser: { steps, ...rest }, inputParameters }: Recorded): StepsDraft {
  const drafts = steps.map(({ input, ...step }, key) => ({
    key,
    step,
    value: input === null ? null : valueDraftOf(input, inputParameters),
  }))
  const used = new Set(drafts.flatMap(({ value }) => (value?.source === 'parameter' ? [value.name] : [])))
  const others = Object.entries(propertiesOf(inputParameters)).filter(([name]) => !used.has(name))
  return { steps: drafts, expectText: rest.expect?.text ?? '', others: Object.fromEntries(others), rest }
}

/** The same steps in another order. */
export function moved(steps: readonly StepDraft[], from: number, to: number): readonly StepDraft[] {
  const others = steps.filter((_, index) => index !== from)
  return others.toSpliced(to, 0, steps[from]!)
}

const typedIn = (value: ValueDraft): string | string[] =>
  isList(value) ? value.text.split('\n').filter((line) => line !== '') : value.text

const inputOf = (value: ValueDraft): BrowserStep['input'] =>
  value.source === 'parameter'
    ? { parameter: value.name.trim() }
    : value.source === 'fixed'
      ? { value: typedIn(value) }
      : { connectionField: value.field }

/** A recorded value is the default where the argument may be omitted, else an example. Secrets have neither. */
function propertyOf(value: ValueDraft): JsonSchema {
  const { shape, description, isSecret, isRequired, text } = value
  const about = description.trim() === '' ? {} : { description: description.trim() }
  const { format: _format, writeOnly: _writeOnly, ...open } = shape
  if (isSecret) return { ...open, ...about, format: 'password', writeOnly: true }
  if (isFiles(value)) return { ...shape, ...about }
  if (!isRequired) return { ...open, ...about, default: typedIn(value) }
  return { ...open, ...about, ...(text === '' ? {} : { examples: [typedIn(value)] }) }
}

export const isMandatory = (value: ValueDraft): boolean =>
  value.isRequired || value.isSecret || isFiles(value)

/** Several steps can take the same parameter; the first says what it is. */
export function parametersOf({ steps }: Pick<StepsDraft, 'steps'>): Map<string, ValueDraft> {
  const found = new Map<string, ValueDraft>()
  for (const { value } of steps)
    if (value?.source === 'parameter' && !found.has(value.name.trim())) found.set(value.name.trim(), value)
  return found
}

/** The recorded values of arguments that must be given. */
export const samplesIn = (schema: JsonSchema): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(propertiesOf(schema)).flatMap(([name, { examples }]) =>
      Array.isArray(examples) && examples.length > 0 ? [[name, examples[0]]] : [],
    ),
  )

/** What `POST /api/v1/tools` and `PATCH …/byId/{id}` take. */
export function bodyOf({ steps, expectText, others, rest }: StepsDraft) {
  const parameters = parametersOf({ steps })
  const properties = Object.fromEntries([...parameters].map(([name, value]) => [name, propertyOf(value)]))
  const { text: _text, ...expect } = rest.expect ?? {}
  const last = expectText.trim() === '' ? expect : { ...expect, text: expectText.trim() }
  return {
    inputParameters: {
      type: 'object',
      properties: { ...properties, ...others },
      required: [...parameters].flatMap(([name, value]) => (isMandatory(value) ? [name] : [])),
      additionalProperties: false,
    },
    noAuth: steps.every(({ value }) => value?.source !== 'connection'),
    browser: {
      ...rest,
      expect: Object.keys(last).length === 0 ? null : last,
      steps: steps.map(({ step, value }) => ({ ...step, input: value === null ? null : inputOf(value) })),
    },
  }
}
