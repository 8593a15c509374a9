import { useState } from 'react'
import { errorMessage } from '../feedback/error-alert.tsx'
import { toasts } from '../feedback/toast-store.ts'
import { downloadResponse } from './download-response.ts'

/** Saves what the API streams as a file, and says so if that fails. Of large ones, the button shows that it is in progress. */
export function useDownload() {
  const [isBusy, setBusy] = useState(false)
  const download = async (load: () => Promise<Response>, name: string): Promise<void> => {
    setBusy(true)
    try {
      await downloadResponse(await load(), name)
    } catch (error) {
      toasts.error(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, download }
}
