/** Another language, made ready to evaluate one source on one value. */
export type Rival = {
  name: 'cel-js' | 'jsonata' | 'jexl'
  isAsync: boolean
  prepare(source: string, data: object): () => unknown
}

const folder = new URL('./rivals/node_modules/', import.meta.url)

/** Those that are installed: `npm ci --ignore-scripts --prefix bench/expressions/rivals`. */
export async function loadRivals(): Promise<Rival[]> {
  const found = await Promise.all([loadCel(), loadJsonata(), loadJexl()])
  return found.filter((each) => each !== null)
}

async function load<T>(path: string): Promise<T | null> {
  try {
    return (await import(new URL(path, folder).href)) as T
  } catch {
    console.log(`left out, because it is not installed: ${path.split('/')[0]}`)
    return null
  }
}

type Cel = { Environment: new (options: object) => { parse(source: string): (data: object) => unknown } }

async function loadCel(): Promise<Rival | null> {
  const cel = await load<Cel>('@marcbachmann/cel-js/lib/index.js')
  if (cel === null) return null
  const environment = new cel.Environment({
    unlistedVariablesAreDyn: true,
    homogeneousAggregateLiterals: false,
  })
  return {
    name: 'cel-js',
    isAsync: false,
    prepare(source, data) {
      const evaluate = environment.parse(source)
      return () => evaluate(data)
    },
  }
}

type Jsonata = { default(source: string): { evaluate(data: object): Promise<unknown> } }

async function loadJsonata(): Promise<Rival | null> {
  const jsonata = await load<Jsonata>('jsonata/jsonata.js')
  if (jsonata === null) return null
  return {
    name: 'jsonata',
    isAsync: true,
    prepare(source, data) {
      const expression = jsonata.default(source)
      return () => expression.evaluate(data)
    },
  }
}

type Jexl = { default: { compile(source: string): { evalSync(data: object): unknown } } }

async function loadJexl(): Promise<Rival | null> {
  const jexl = await load<Jexl>('jexl/dist/Jexl.js')
  if (jexl === null) return null
  return {
    name: 'jexl',
    isAsync: false,
    prepare(source, data) {
      const expression = jexl.default.compile(source)
      return () => expression.evalSync(data)
    },
  }
}
