import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { StartFault } from '../start-fault.ts'
import { createMasterKey, type MasterKey, type MasterKeys, newMasterKey } from './master-key.ts'
import { parseMasterKeys } from './parse-master-key.ts'

const fileName = 'secrets.json'

const StoredKey = z.object({ key: z.base64().length(44), createdAt: z.iso.datetime() })
const KeyFile = z.object({ version: z.literal(1), current: StoredKey, previous: z.array(StoredKey) })
type KeyFile = z.output<typeof KeyFile>

export type KeySource = {
  dataDir: string
  /** The value of STOA_SECRET_KEY. */
  fromEnvironment?: string | null | undefined
  /** False when the database already has sealed rows: a new key could not open them and must not hide the loss. */
  mayCreate?: boolean
}

/**
 * The master keys of this installation. Without a given key they are in `secrets.json` of the data directory, which
 * the first start creates; processes that start at the same time agree on one file.
 */
export async function loadMasterKeys({
  dataDir,
  fromEnvironment,
  mayCreate = true,
}: KeySource): Promise<MasterKeys> {
  const path = join(dataDir, fileName)
  const configured = fromEnvironment ? parseMasterKeys(fromEnvironment) : []
  let file = await readKeyFile(path)
  if (!file && configured.length === 0) {
    if (!mayCreate) throw lost(path)
    await createKeyFile(path)
    file = await readKeyFile(path)
  }
  const stored = file ? [file.current, ...file.previous].map(toMasterKey) : []
  const [current, ...rest] = [...configured, ...stored]
  if (!current) throw lost(path)
  return { current, previous: rest.filter(({ id }) => id !== current.id) }
}

/** Makes a new key the current one and retains the old ones, so that everything sealed before still opens. */
export async function rotateMasterKey(dataDir: string): Promise<MasterKeys> {
  const path = join(dataDir, fileName)
  const lockPath = `${path}.lock`
  // Two concurrent rotations would each drop the key of the other, with whatever was sealed under it.
  const lock = await open(lockPath, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw lost(path)
    if (error.code !== 'EEXIST') throw error
    throw new StartFault(
      'Another rotation of the master key is in progress',
      `if there is none: rm ${lockPath}`,
    )
  })
  try {
    const file = await readKeyFile(path)
    if (!file) throw lost(path)
    const previous = [file.current, ...file.previous]
    const temporary = await writeTemporary(path, { version: 1, current: storedKey(newMasterKey()), previous })
    await rename(temporary, path)
    await syncDirectory(dirname(path))
  } finally {
    await lock.close()
    await rm(lockPath, { force: true })
  }
  return loadMasterKeys({ dataDir, mayCreate: false })
}

/** Null when there is no file. */
async function readKeyFile(path: string): Promise<KeyFile | null> {
  const text = await readPrivately(path)
  if (text === null) return null
  // Neither parser's errorOutput is passed on: both quote what they read.
  const parsed = KeyFile.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  throw new StartFault(`The key file ${path} is damaged`, 'restore it from the backup')
}

async function readPrivately(path: string): Promise<string | null> {
  try {
    const { mode } = await stat(path)
    if ((mode & 0o077) !== 0) {
      throw new StartFault(`The key file ${path} can be read by other users`, `chmod 600 ${path}`)
    }
    return await readFile(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    if (code === 'EACCES')
      throw new StartFault(`The key file ${path} cannot be read`, `chown it to the user that runs stoa`)
    throw error
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The file appears complete or not at all, and the second of two callers uses the file of the first. */
async function createKeyFile(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = await writeTemporary(path, {
    version: 1,
    current: storedKey(newMasterKey()),
    previous: [],
  })
  try {
    await link(temporary, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(temporary, { force: true })
  }
  await syncDirectory(dirname(path))
}

async function writeTemporary(path: string, content: KeyFile): Promise<string> {
  const temporary = `${path}.${randomUUID()}`
  try {
    await using file = await open(temporary, 'wx', 0o600)
    await file.writeFile(`${JSON.stringify(content, null, 2)}\n`)
    await file.sync()
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  return temporary
}

/** Without it the new name could be lost in a power cut, and with it the only copy of the key. */
async function syncDirectory(path: string): Promise<void> {
  await using directory = await open(path, 'r')
  await directory.sync()
}

const toMasterKey = ({ key }: { key: string }): MasterKey => createMasterKey(Buffer.from(key, 'base64'))

const storedKey = (key: MasterKey) => ({
  key: key.material.export().toString('base64'),
  createdAt: new Date().toISOString(),
})

const lost = (path: string): StartFault =>
  new StartFault(`The key file ${path} is missing`, 'restore it from the backup, or set STOA_SECRET_KEY')
