import { type Location, locationOf, type Plan, partsOf, rankOf, type Source, targetOf } from './locations.ts'

const importForm =
  /^(?:import|export)\s+(type\s)?[^'"]*?from\s'(\.[^']+)'|^import\s'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm

/** The kernel knows no area; areas know those below them by their index; parts of an area know those before them. */
export function importFaults({ file, text }: Source, plan: Plan): string[] {
  const here = locationOf(file)
  const faults = locationFaults(here, plan)
  for (const [, type, ...paths] of text.matchAll(importForm)) {
    const target = targetOf(file, paths.find(Boolean)!)
    const fault = importFault(here, locationOf(target), { isTypeOnly: type !== undefined, plan })
    if (fault !== null) faults.push(`imports ${target}: ${fault}`)
  }
  return faults
}

function locationFaults({ layer, area, part }: Location, plan: Plan): string[] {
  if (layer !== 'areas') return []
  if (rankOf(plan, area) < 0) return [`"${area}" is not in order.ts`]
  return partsOf(plan, area).includes(part)
    ? []
    : [`"${part}" is not a part of an area; name it in \`parts\` of the manifest, or move it into one`]
}

/** Why one file may not import another; null when it may. */
function importFault(
  from: Location,
  to: Location,
  { isTypeOnly, plan }: { isTypeOnly: boolean; plan: Plan },
): string | null {
  if (to.layer === 'outside') return 'src imports nothing from outside src'
  if (to.layer === 'kernel') return null
  if (from.layer === 'kernel') return 'the kernel knows no area and not the application'
  if (from.layer === 'root')
    return to.layer === 'areas' && to.part !== 'index' ? `only the index of "${to.area}" is public` : null
  if (to.layer === 'root') return 'an area does not know the application'
  if (from.area === to.area)
    return isBackwards(from, to, plan) ? `${from.part} may not know ${to.part}` : null
  if (to.part !== 'index') return `only the index of "${to.area}" is public`
  if (!isTypeOnly) return `"${to.area}" is given by the list in order.ts: import its type only`
  return rankOf(plan, to.area) < rankOf(plan, from.area)
    ? null
    : `"${to.area}" does not come before "${from.area}" in order.ts`
}

function isBackwards(from: Location, to: Location, plan: Plan): boolean {
  const parts = partsOf(plan, from.area)
  return parts.indexOf(to.part) > parts.indexOf(from.part)
}
