/** The value at a path such as `data.file.name`; undefined where there is none. */
export const valueAt = (value: object, path: string): unknown =>
  path.split('.').reduce<unknown>((at, part) => {
    const isOwn = typeof at === 'object' && at !== null && Object.hasOwn(at, part)
    return isOwn ? (at as Record<string, unknown>)[part] : undefined
  }, value)
