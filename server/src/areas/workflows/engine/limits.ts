export const executionLimits = {
  /** Steps of one execution, those of the engine not counted. */
  steps: 10_000,
  /** Nodes that were reached, each time, also those that were skipped and have no record. */
  visits: 100_000,
  /** Bytes of JSON that all records of one execution may have together. */
  recordBytes: 16 * 1024 * 1024,
  /** Bytes of an output that is stored in its record; larger ones become files. */
  inlineBytes: 256 * 1024,
  /** Bytes of the output of a node or of an execution. */
  outputBytes: 1024 * 1024,
  /** Subflows within each other. */
  depth: 5,
  /** Events that are stored for an execution before a node waits for them. */
  sentEvents: 100,
  /** Items of one `forEach`. */
  items: 1_000,
  /** Seconds of an execution, without those for which it waited. */
  seconds: 86_400,
  /** Executions of one workflow at the same time. */
  perWorkflow: 20,
  perProject: 50,
  maxLosses: 3,
} as const

// Waits that are not worth suspending an execution for.
export const maxWaitInPlaceMs = 1_000
export const defaultNodeTimeoutMs = 60_000
export const defaultModelTimeoutMs = 300_000
