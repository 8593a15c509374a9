import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { StartFault } from '../start-fault.ts'

/**
 * The operator's key, from which every other key is derived. The material is held in a KeyObject, which prints and
 * serialises as nothing.
 */
export type MasterKey = {
  /** Identifies the key without revealing it. Part of everything that was sealed with the key. */
  readonly id: string
  readonly material: KeyObject
}

/** The key that seals, and the older ones that only open. */
export type MasterKeys = { readonly current: MasterKey; readonly previous: readonly MasterKey[] }

const keyLengthBytes = 32

export function createMasterKey(bytes: Buffer): MasterKey {
  if (bytes.length !== keyLengthBytes) throw new Error(`a master key has ${keyLengthBytes} bytes`)
  const material = createSecretKey(bytes)
  return { id: derive(material, 'id', 8).toString('hex'), material }
}

export const newMasterKey = (): MasterKey => createMasterKey(randomBytes(keyLengthBytes))

/**
 * A short name for the key that is not secret. Stored in the database, it shows at the next start whether the key
 * that sealed its rows is still at hand.
 */
export const keyFingerprint = (master: MasterKey): string => master.id

/** A separate key for one purpose, such as signing links: it reveals nothing about any other. */
export const deriveKey = (master: MasterKey, purpose: string): Buffer =>
  derive(master.material, `purpose/${purpose}`, keyLengthBytes)

/** The key under which the secrets of one project are sealed. */
export const deriveProjectKey = (master: MasterKey, projectId: string): Buffer =>
  derive(master.material, `project/${projectId}`, keyLengthBytes)

// The first word of the label separates the kinds of derived keys.
const derive = (material: KeyObject, label: string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', material, '', `stoa/1/${label}`, length))

/** Throws when the key that sealed the rows of a database, known by its fingerprint, is not among these. */
export function checkKeyFingerprint(keys: MasterKeys, stored: string): void {
  if ([keys.current, ...keys.previous].some((key) => key.id === stored)) return
  throw new StartFault(
    `The secrets in the database were sealed with another master key (${stored})`,
    'restore secrets.json of the data directory from the backup, or set STOA_SECRET_KEY to the key used before',
  )
}
