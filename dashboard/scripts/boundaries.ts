import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const importForm = /(?:\bfrom\s|\bimport\s|\bimport\()'(\.[^']+)'/g
const mostFilesInFolder = 25

type Location = { layer: string; area: string; file: string }

function locationOf(path: string): Location {
  const [layer = '', area = ''] = path.split('/')
  return path.includes('/')
    ? { layer, area, file: path.split('/').slice(2).join('/') }
    : { layer: 'root', area: '', file: path }
}

// What each layer may import besides itself. The files in src/ itself and connection/ and state/ are for all of them.
const below: Readonly<Record<string, readonly string[]>> = {
  components: [],
  auth: ['components'],
  features: ['components', 'auth'],
  pages: ['components', 'auth', 'features'],
  shell: ['components', 'auth', 'features'],
  // The script for the pages of others: without React, so of the features only what knows no component.
  embed: ['features'],
}

/** Where a page is found is public; everything else of its folder is its own. */
const isRoutes = (to: Location) => to.layer === 'pages' && to.file === 'routes.ts'
const isManifest = (to: Location) => to.layer === 'pages' && /^manifests?\.ts$/.test(to.area)

/** Why one file may not import another; null where it may. */
function importFault(from: Location, to: Location): string | null {
  const allowed = below[from.layer]
  if (allowed === undefined || below[to.layer] === undefined) return null
  if (isRoutes(to) && from.layer !== 'components') return null
  if (isManifest(to)) return null
  if (from.layer === to.layer) {
    const isOtherPage = from.layer === 'pages' && from.area !== to.area && !isManifest(from)
    return isOtherPage
      ? `pages do not import each other: move what "${from.area}" and "${to.area}" share to features/ or components/`
      : null
  }
  return allowed.includes(to.layer) ? null : `${from.layer}/ does not know ${to.layer}/`
}

/** Imports across the layers of the dashboard that its plan does not have, and folders too large to be looked through. */
export function boundaryFaults(src: string): string[] {
  const files = globSync('**/*.{ts,tsx,css}', { cwd: src }).sort()
  const errors = files.flatMap((file) =>
    [...readFileSync(join(src, file), 'utf8').matchAll(importForm)].flatMap(([, path = '']) => {
      const target = relative(src, join(src, dirname(file), path))
      const fault = importFault(locationOf(file), locationOf(target))
      return fault === null ? [] : [`${file}: imports ${target}: ${fault}`]
    }),
  )
  const folders = Map.groupBy(files, dirname)
  for (const [folder, { length }] of folders)
    if (length > mostFilesInFolder)
      errors.push(`${folder}: has ${length} files, more than ${mostFilesInFolder}`)
  return errors
}
