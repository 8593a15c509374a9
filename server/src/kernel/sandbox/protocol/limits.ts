/** Limits that hold on both sides of the sandbox; the child respects them, the host does not rely on it. */
export const sandboxLimits = {
  resultBytes: 1024 * 1024,
  /** Of each of stdout and stderr; only the end is retained. */
  outputBytes: 64 * 1024,
  sourceBytes: 256 * 1024,
  stateBytes: 256 * 1024,
  errorChars: 4000,
  callsPerRun: 200,
  maxConcurrentCalls: 32,
  callBytes: 4 * 1024 * 1024,
  workspaceFiles: 1000,
  workspaceBytes: 32 * 1024 * 1024,
  pathChars: 512,
} as const
