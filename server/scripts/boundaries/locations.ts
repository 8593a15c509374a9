import { join, relative } from 'node:path/posix'
import type { AreaManifest } from '../../src/kernel/area.ts'

/** A file below `src`, by its path there. */
export type Source = { file: string; text: string }

/** What is held to: the areas in their order, and the tables that belong to none of them. */
export type Plan = { manifests: readonly AreaManifest[]; kernelTables: readonly string[] }

export type Location = { layer: 'kernel' | 'areas' | 'root' | 'outside'; area: string; part: string }

/** The parts of an area, lowest first, where its manifest does not say otherwise. A part is a file or a folder. */
const usualParts = ['schema', 'catalogue', 'store', 'service', 'jobs', 'routes']

export function locationOf(file: string): Location {
  if (file.startsWith('..')) return { layer: 'outside', area: '', part: '' }
  const [layer, area = '', part = ''] = file.split('/')
  if (layer === 'kernel') return { layer, area: '', part: '' }
  if (layer !== 'areas' || part === '') return { layer: 'root', area: '', part: file }
  const name = part.replace(/\.ts$/, '')
  return { layer, area, part: name.startsWith('read-') ? 'store' : name }
}

/** The file that an import of `from` leads to, as a path below `src`. */
export const targetOf = (from: string, path: string): string => relative('.', join(from, '..', path))

export const rankOf = ({ manifests }: Plan, area: string): number =>
  manifests.findIndex(({ name }) => name === area)

/** What everything depends on comes first, the composition root last. */
export function partsOf({ manifests }: Plan, area: string): readonly string[] {
  const parts = manifests.find(({ name }) => name === area)?.parts ?? usualParts
  return ['manifest', ...parts, 'index']
}
