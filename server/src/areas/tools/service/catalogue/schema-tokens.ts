/** What a model is shown is counted as models count: about four characters to a token. */
export const tokensOf = (chars: number): number => Math.ceil(chars / 4)

export const schemaTokens = (tool: { slug: string; description: string; inputParameters: unknown }): number =>
  tokensOf(tool.slug.length + tool.description.length + JSON.stringify(tool.inputParameters).length)
