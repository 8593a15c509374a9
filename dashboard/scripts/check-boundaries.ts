import { fileURLToPath } from 'node:url'
import { boundaryFaults } from './boundaries.ts'

const errors = boundaryFaults(fileURLToPath(new URL('../src', import.meta.url)))
for (const fault of errors) console.error(`dashboard/src/${fault}`)
if (errors.length > 0) process.exitCode = 1
