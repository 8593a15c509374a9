const mib = 1024 * 1024

/** What a package may hold. */
export const packageLimits = {
  files: 200,
  fileBytes: mib,
  totalBytes: 10 * mib,
  pathBytes: 200,
  /** How many bytes one compressed byte may become. */
  ratio: 200,
  frontMatterBytes: 16 * 1024,
  descriptionLength: 1024,
  compatibilityLength: 500,
  metadataEntries: 50,
  allowedTools: 100,
  /** A longer body fills the context of a model: it is reported, not refused. */
  bodyTokens: 5000,
} as const
