import { parentPort, workerData } from 'node:worker_threads'
import { type DigestRequest, digestOf } from './digest.ts'

parentPort?.postMessage(digestOf(workerData as DigestRequest))
