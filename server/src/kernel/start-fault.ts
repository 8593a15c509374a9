/**
 * Something the operator must fix before the product can start or a command can run: a bad variable, a busy
 * port, a directory that cannot be written. It is printed as one line with its fix, never as a stack.
 */
export class StartFault extends Error {
  readonly fix: string

  constructor(cause: string, fix: string) {
    super(cause)
    this.name = 'StartFault'
    this.fix = fix
  }
}
