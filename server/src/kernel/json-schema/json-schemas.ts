import { createHash } from 'node:crypto'
import type { ErrorObject, Plugin, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormatsModule, { type FormatsPluginOptions } from 'ajv-formats'
import { createBoundedWork, WorkTooLong } from './bounded-work.ts'
import { boundFaults, type SchemaFault, tolerated } from './check-schema.ts'
import { compileLinearPattern } from './linear-pattern.ts'
import type { JsonSchema } from './schema-walk.ts'
import { isLightSchema, isLightValue } from './weight.ts'

export type Checked = {
  /** What was given, or a copy of it with the defaults of the schema filled in. Nothing is ever converted. */
  value: unknown
  faults: SchemaFault[]
}

export type SchemaCheck = {
  check(value: unknown): Checked
  /** What of the schema is not checked, and why. */
  warnings: readonly string[]
}

/**
 * Schemas that users and outside services wrote, compiled and applied synchronously. On the main thread `SchemaChecks`
 * decides which of them may be.
 */
export type JsonSchemas = {
  /** Why a schema that a user gives is not taken; empty when it is. */
  faultsOf(schema: unknown): SchemaFault[]
  /** Never throws for what the schema says: what cannot be compiled is not checked, and a warning says so. */
  compile(schema: JsonSchema): SchemaCheck
}

const maxStored = 500
const compileMs = 1_000
const checkMs = 250
const maxFaults = 50
// The package is CommonJS, whose default export arrives wrapped.
const addFormats = addFormatsModule as unknown as Plugin<FormatsPluginOptions>

export function createJsonSchemas({ within = createBoundedWork() } = {}): JsonSchemas {
  // Created when it is first needed: a compiler is some milliseconds of every start, and several areas have one.
  let created: Ajv2020 | null = null
  const compiler = () => (created ??= createAjv())
  const retained = new Map<string, SchemaCheck>()
  // Tools that stay in memory come with the same object again and again, and hashing it costs more than the check.
  const keys = new WeakMap<JsonSchema, string>()
  let isMetaSchemaReady = false
  let isHalfway = false

  function keyOf(schema: JsonSchema): string {
    let key = keys.get(schema)
    if (key === undefined) {
      key = createHash('sha256').update(JSON.stringify(schema)).digest('base64')
      keys.set(schema, key)
    }
    return key
  }

  /**
   * The rules for schemas are compiled themselves, when first needed; that is not the fault of the caller that comes
   * first.
   */
  function fitsMetaSchema(schema: JsonSchema): boolean {
    if (!isMetaSchemaReady) isMetaSchemaReady = Boolean(compiler().validateSchema({}))
    return within(compileMs, () => compiler().validateSchema(schema)) === true
  }

  /** What is broken off leaves its half in the compiler, which then refuses the same schema: another one starts again. */
  function compileWithin(schema: JsonSchema): ValidateFunction {
    compiler()
    return within(compileMs, () => {
      if (isHalfway) {
        created = null
        isMetaSchemaReady = false
      }
      isHalfway = true
      try {
        return compiler().compile(schema)
      } finally {
        // Not reached when it is broken off.
        isHalfway = false
      }
    })
  }

  function compileNew(input: JsonSchema): SchemaCheck {
    const { schema, warnings } = tolerated(input)
    const { $schema, $id, ...dialectFree } = schema
    try {
      const validate = compileWithin(dialectFree)
      // Only defaults are ever written, and copying a large value stops everything else for seconds.
      const text = JSON.stringify(dialectFree)
      const fills = text.includes('"default"')
      const isLight = isLightSchema(dialectFree)
      return {
        check: (value) => checkWith(validate, fills ? structuredClone(value) : value, isLight),
        warnings,
      }
    } catch (error) {
      const reason = error instanceof WorkTooLong ? 'is too large' : 'does not fit together'
      return {
        check: (value) => ({ value, faults: [] }),
        warnings: [...warnings, `The schema ${reason}, so nothing is checked against it.`],
      }
    } finally {
      // The compiler would keep every schema forever.
      compiler().removeSchema(dialectFree)
    }
  }

  function checkWith(validate: ValidateFunction, value: unknown, isLight: boolean): Checked {
    try {
      const isQuick = isLight && isLightValue(value)
      const isFit = isQuick ? validate(value) : within(checkMs, () => validate(value))
      return { value, faults: isFit ? [] : reported(validate.errors ?? []) }
    } catch (error) {
      if (!(error instanceof WorkTooLong) && !(error instanceof RangeError)) throw error
      return { value, faults: [{ path: '', rule: 'cost', message: 'takes too long to validate' }] }
    } finally {
      validate.errors = null
    }
  }

  return {
    faultsOf(schema) {
      const faults = boundFaults(schema)
      if (faults.length > 0) return faults.slice(0, maxFaults)
      const { $schema, $id, ...dialectFree } = schema as JsonSchema
      try {
        if (!fitsMetaSchema(dialectFree)) return reported(compiler().errors ?? [])
        compileWithin(dialectFree)
        return []
      } catch (error) {
        const message = error instanceof WorkTooLong ? 'takes too long to compile' : (error as Error).message
        return [{ path: '', rule: 'schema', message: message.slice(0, 200) }]
      } finally {
        compiler().removeSchema(dialectFree)
      }
    },
    compile(schema) {
      const key = keyOf(schema)
      const found = retained.get(key)
      if (found) {
        // Moved to the end: the least recently used are evicted first.
        retained.delete(key)
        retained.set(key, found)
        return found
      }
      const made = compileNew(schema)
      retained.set(key, made)
      if (retained.size > maxStored) retained.delete(retained.keys().next().value!)
      return made
    },
  }
}

function createAjv(): Ajv2020 {
  const linear = (source: string) => {
    const compiled = compileLinearPattern(source)
    return 'fault' in compiled ? { test: () => true } : compiled.pattern
  }
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    useDefaults: true,
    coerceTypes: false,
    logger: false,
    addUsedSchema: false,
    validateSchema: false,
    inlineRefs: false,
    // Making the compiled check smaller takes longer than it ever saves.
    code: { optimize: false, regExp: Object.assign(linear, { code: 'linear' }) },
  })
  addFormats(ajv, { mode: 'fast' })
  // The one that comes with it compares all with all, which a long list makes a way to stop the server.
  ajv.removeKeyword('uniqueItems')
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (isEnabled: boolean, list: unknown[]) => !isEnabled || !hasDuplicates(list),
    error: { message: 'must not contain duplicate items' },
  })
  return ajv
}

/** Each item once, by a text that is the same for equal ones: comparing those that look alike would be all with all. */
function hasDuplicates(list: readonly unknown[]): boolean {
  const seen = new Set<string>()
  for (const item of list) {
    const size = seen.size
    if (seen.add(canonical(item)).size === size) return true
  }
  return false
}

function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join()}}`
}

function reported(errors: readonly ErrorObject[]): SchemaFault[] {
  return errors
    .filter(({ keyword }) => keyword !== 'if')
    .slice(0, maxFaults)
    .map(({ instancePath, keyword, message, params }) => ({
      path: [...instancePath.split('/').slice(1).map(unescaped), ...missingIn(keyword, params)].join('.'),
      rule: keyword,
      message: sentenceOf(keyword, message ?? 'does not fit', params),
    }))
}

const unescaped = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~')

const missingIn = (keyword: string, params: Record<string, unknown>): string[] =>
  keyword === 'required' && typeof params.missingProperty === 'string' ? [params.missingProperty] : []

function sentenceOf(keyword: string, message: string, params: Record<string, unknown>): string {
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'enum':
      return `must be one of ${JSON.stringify(params.allowedValues).slice(1, -1).slice(0, 300)}`
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return `must not have the property ${String(params.additionalProperty ?? params.unevaluatedProperty).slice(0, 100)}`
    default:
      return message.slice(0, 300)
  }
}
