/**
 * What to throw when a transaction failed because a name is taken. Looking for the name first does not see one that is
 * being given at the same moment; the unique index does.
 */
export const whenTaken = (constraint: string, refusal: () => Error) => (error: unknown) => {
  const { code, constraint: violated } = error as { code?: unknown; constraint?: unknown }
  throw code === '23505' && violated === constraint ? refusal() : error
}
