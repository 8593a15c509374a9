import { type Config, type Environment, readConfig, type Secrets, unknownVariables } from '../config.ts'
import { variables } from '../config-variables.ts'
import { parseBlobSettings } from '../kernel/blobs/settings.ts'
import { parseMasterKeys } from '../kernel/secrets/parse-master-key.ts'
import { StartFault } from '../kernel/start-fault.ts'
import { nearMatch } from '../kernel/text/near-match.ts'

export type VariableFault = { names: string[]; cause: string; fix: string }

/** Variables that are checked against each other are looked at together. */
const groups: string[][] = [
  ['STOA_ADMIN_EMAIL', 'STOA_ADMIN_PASSWORD'],
  ['STOA_BLOBS', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
]

/** Every variable that is wrong. Each is read by itself, so that no fault hides another. */
export function variableFaults(env: Environment): VariableFault[] {
  const alone = variables.filter((name) => !groups.flat().includes(name)).map((name) => [name])
  return [...alone, ...groups].flatMap((names) => {
    const part = Object.fromEntries(names.map((name) => [name, env[name]]))
    try {
      readStrictly(part)
      return []
    } catch (error) {
      if (!(error instanceof StartFault)) throw error
      return [{ names, cause: error.message, fix: error.fix }]
    }
  })
}

function readStrictly(env: Environment): void {
  const { config, secrets } = readConfig(env)
  if (secrets.secretKey !== null) parseMasterKeys(secrets.secretKey)
  parseBlobSettings(config.blobs, {
    dataDir: config.dataDir,
    accessKeyId: secrets.s3AccessKeyId,
    secretAccessKey: secrets.s3SecretAccessKey,
  })
}

type Settings = { config: Config; secrets: Secrets }

/** Throws one fault that names everything that is wrong, so that it can be fixed in one go. */
export function readSettings(env: Environment): Settings {
  const faults = variableFaults(env)
  const [first] = faults
  if (first === undefined) return readConfig(env)
  throw new StartFault(
    faults.map(({ cause }) => cause).join('; '),
    faults.length === 1 ? first.fix : 'correct or unset the named variables',
  )
}

/** Defaults replace invalid values. For read-only commands: acting on such settings could hit the wrong place. */
export function readTolerantly(env: Environment): Settings {
  const wrong = new Set(variableFaults(env).flatMap(({ names }) => names))
  return readConfig(Object.fromEntries(Object.entries(env).filter(([name]) => !wrong.has(name))))
}

/** Variables that look like ours and are not, each with the one that was probably meant. */
export const misspelledVariables = (env: Environment): { name: string; meant: string | null }[] =>
  unknownVariables(env).map((name) => ({ name, meant: nearMatch(name, variables) }))
