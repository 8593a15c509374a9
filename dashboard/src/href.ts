type ParamsOf<Address extends string> = Address extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamsOf<Rest>
  : never

/** The URL of a page: its path with the parameters filled in. */
export const href = <Address extends string>(
  address: Address,
  params: Record<ParamsOf<Address>, string>,
): string => address.replace(/\{(\w+)\}/g, (_, name: ParamsOf<Address>) => encodeURIComponent(params[name]))
