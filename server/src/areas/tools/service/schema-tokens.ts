/** What a model is shown of a tool, counted as models count: about four characters to a token. */
export const schemaTokens = (tool: { slug: string; description: string; inputParameters: unknown }): number =>
  Math.ceil((tool.slug.length + tool.description.length + JSON.stringify(tool.inputParameters).length) / 4)
