import { AppError } from '../../../kernel/errors.ts'

/** A place in the body of a run, and where a client of another protocol has sent it. */
export type Place = readonly [inRun: string, inBody: string]

/** The errors of a run name fields of its body. Those of other protocols have them elsewhere. */
export async function atPlaces<T>(places: readonly Place[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof AppError ? placed(error, places) : error
  }
}

function placed({ code, message, extras }: AppError, places: readonly Place[]): AppError {
  const inText = (text: string) => text.replace(/\/[^\s:,]+/g, (path) => placeOf(path, places))
  const details = extras.details?.map((detail) => ({
    ...detail,
    path: placeOf(detail.path, places),
    message: inText(detail.message),
  }))
  return new AppError(code, inText(message), { ...extras, ...(details ? { details } : {}) })
}

/** By the longest place that it begins with. */
function placeOf(path: string, places: readonly Place[]): string {
  const [best] = places
    .filter(([inRun]) => path === inRun || path.startsWith(`${inRun}/`))
    .toSorted(([a], [b]) => b.length - a.length)
  return best ? best[1] + path.slice(best[0].length) : path
}
