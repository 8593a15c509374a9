type Package = {
  version?: string
  link?: boolean
  resolved?: string
  optional?: boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** A lockfile of npm: packages by the directory that they are installed in. */
export type Lock = { packages: Record<string, Package> }

// The server imports from this workspace, and both are bundled with their development dependencies.
const bundled = ['server', 'markdown']

/** The packages that the server of a lockfile needs, and that are not installed in that version. */
export function changedPackages({ packages }: Lock, installed: Lock): string[] {
  const changed: string[] = []
  const queue = [...bundled]
  const visited = new Set(queue)
  for (const place of queue) {
    const { dependencies, devDependencies, optionalDependencies } = packages[place] ?? {}
    const names = {
      ...dependencies,
      ...(bundled.includes(place) ? devDependencies : {}),
      ...optionalDependencies,
    }
    for (const name of Object.keys(names)) {
      const path = placeOf(name, place, packages)
      if (path === null || visited.has(path)) continue
      visited.add(path)
      const { link, version, optional } = packages[path]!
      if (link) continue
      const present = installed.packages[path]?.version
      // Optional packages of other platforms are not installed.
      if (present !== version && !(optional && present === undefined)) changed.push(`${name} ${version}`)
      queue.push(path)
    }
  }
  return changed
}

/** Node finds a package in the nearest `node_modules` upwards. */
function placeOf(name: string, from: string, packages: Lock['packages']): string | null {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/')))) {
    const path = `${place}${place === '' ? '' : '/'}node_modules/${name}`
    if (packages[path]) return path
    if (place === '') return null
  }
}
