/** Hands an answer of the API to the browser as a file to keep. */
export async function saveAnswer(answer: Response, name: string): Promise<void> {
  const address = URL.createObjectURL(await answer.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
