import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const entry = fileURLToPath(new URL('../react-clients/main.tsx', import.meta.url))

/** The page of `react-clients` as one script, with the packages as they are installed. */
export async function bundleClients(): Promise<string> {
  const [result] = [
    await build({
      configFile: false,
      logLevel: 'error',
      build: {
        write: false,
        minify: false,
        modulePreload: false,
        target: 'esnext',
        rolldownOptions: { input: entry, output: { codeSplitting: false } },
      },
    }),
  ].flat()
  if (!result || !('output' in result)) throw new Error('nothing was built')
  return result.output[0].code
}
