type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamsOf<Rest>
  : never

/** The URL of a page: its path with the parameters filled in. */
export const href = <Path extends string>(path: Path, params: Record<ParamsOf<Path>, string>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: ParamsOf<Path>) => encodeURIComponent(params[name]))
