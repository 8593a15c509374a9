/**
 * Something the operator must mend before the product can start or a command can run: a bad variable, a busy
 * port, a directory that cannot be written. It is printed as one line with its mend, never as a stack.
 */
export class StartFault extends Error {
  readonly fix: string

  constructor(cause: string, fix: string) {
    super(cause)
    this.name = 'StartFault'
    this.fix = fix
  }
}
