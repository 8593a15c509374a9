import type { AreaManifest, ProcessRole, RetainedSince } from '../kernel/area.ts'
import type { Endpoint } from '../kernel/http/endpoint.ts'
import type { DriverReport } from '../kernel/http/operations/capabilities.ts'
import type { UserData } from './external-users/index.ts'

/** What the composition root takes from an area once it is made. */
export type AreaInstance = {
  readonly routes: readonly Endpoint[]
  /** Rows of end users in the area: how they are counted, erased, moved and exported. */
  readonly userData?: readonly UserData[]
  /** What the server can do by this area: capability → its drivers. */
  readonly capabilities?: Readonly<Record<string, () => Promise<readonly DriverReport[]>>>
  /** Deletes what has expired. Runs on every node at any time. */
  sweep?(retainedSince: RetainedSince): Promise<unknown>
  /** Begins the area's own background work in this process, once the server accepts requests. */
  start?(role: ProcessRole): void
  /** Ends it, after the last request and before the areas below stop. */
  stop?(): Promise<void>
}

/** An area before it is made: what it declares, the name under which areas above are given it, and how it is made. */
export type AreaDefinition<Key extends string, Deps, Made extends AreaInstance> = {
  readonly manifest: AreaManifest
  readonly key: Key
  readonly create: (deps: Deps) => Made
}

/** `Parts` is what the kernel gives (`Kernel`) and every area of the list so far, each under its key. */
export type AreaList<Kernel extends object, Parts extends Kernel> = {
  readonly manifests: readonly AreaManifest[]
  /** Does not compile where the area needs something that neither the kernel nor an area before it gives. */
  add<Key extends string, Made extends AreaInstance>(
    area: AreaDefinition<Key, Parts, Made>,
  ): AreaList<Kernel, Parts & Record<Key, Made>>
  /** Creates the areas, each from those before it. */
  create(kernel: Kernel): { parts: Parts; instances: readonly AreaInstance[] }
}

type Untyped = AreaDefinition<string, object, AreaInstance>

export const createAreaList = <Kernel extends object>(): AreaList<Kernel, Kernel> => listOf([])

/** `add` has checked each definition against the parts before it; here they are only walked through. */
function listOf<Kernel extends object, Parts extends Kernel>(
  definitions: readonly Untyped[],
): AreaList<Kernel, Parts> {
  return {
    manifests: definitions.map(({ manifest }) => manifest),
    add: (area) => listOf([...definitions, area as unknown as Untyped]),
    create(kernel) {
      const parts = { ...kernel } as Record<string, unknown>
      const instances = definitions.map(({ manifest, key, create }) => {
        if (key in parts)
          throw new Error(`the area "${manifest.name}" takes the key "${key}", which is in use`)
        const made = create(parts)
        parts[key] = made
        return made
      })
      return { parts: parts as Parts, instances }
    },
  }
}
