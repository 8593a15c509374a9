/** The handler has nothing to do for now: not a failure, and not to be caught. */
export class Suspended extends Error {}

/** Another worker has the run: whatever this one still does must leave no trace. */
export class LostRun extends Error {}

/** The run is to end, and its worker has not been notified yet. */
export class CancelFound extends Error {}

export class StepTimeout extends Error {
  constructor(name: string, timeoutMs: number) {
    super(`the step "${name}" took longer than ${timeoutMs} ms`)
    this.name = 'StepTimeout'
  }
}

/** Rows of areas that go with the run were refused: it resumes from its last commit without deferring any. */
export class RowsRefused extends Error {}

/** The run is to end, as was requested. */
export class Cancelled extends Error {}

/** The server is stopping: another one resumes the run. */
export class Stopping extends Error {}
