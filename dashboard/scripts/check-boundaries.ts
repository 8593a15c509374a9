import { fileURLToPath } from 'node:url'
import { boundaryFaults } from './boundaries.ts'

const faults = boundaryFaults(fileURLToPath(new URL('../src', import.meta.url)))
for (const fault of faults) console.error(`dashboard/src/${fault}`)
if (faults.length > 0) process.exitCode = 1
