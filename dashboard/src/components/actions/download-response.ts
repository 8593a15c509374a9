// Safari reads a file after the click that saves it.
const readMs = 60_000

/** Saves something as a file. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), readMs)
}

/** Saves a response of the API as a file. */
export const downloadResponse = async (response: Response, name: string): Promise<void> =>
  saveBlob(await response.blob(), name)
