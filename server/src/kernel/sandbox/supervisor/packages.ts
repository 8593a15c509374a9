import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The location of a package. Children get the path, as their programs are outside of the installation. */
export type PackageLocation = { entry: string; folder: string; version: string }

export function locatePackage(name: string): PackageLocation {
  const entry = import.meta.resolve(name)
  let folder = dirname(realpathSync(fileURLToPath(entry)))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  return { entry, folder: `${folder}/`, version }
}
