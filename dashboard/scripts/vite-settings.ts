import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { InlineConfig, Plugin } from 'vite'
import { addresses } from '../src/addresses.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Tells the server at which addresses it answers with the app. */
const addressList: Plugin = {
  name: 'stoa-addresses',
  apply: 'build',
  generateBundle() {
    this.emitFile({
      type: 'asset',
      fileName: 'addresses.json',
      source: JSON.stringify(Object.values(addresses)),
    })
  },
}

/** One place for what building and developing have in common; there is no configuration file besides. */
export const viteSettings = (outDir: string): InlineConfig => ({
  root,
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  plugins: [react(), addressList],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    // A small file as a data: address would need a wider policy for fonts and scripts than we send.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
  },
})
