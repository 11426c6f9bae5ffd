import { parentPort, workerData } from 'node:worker_threads'
import type { ChainServiceConfig } from '../../config/types.ts'
import { createWorkerMarkets, READY, type WorkerRequest } from './worker-markets.ts'

// Prices in a worker, so that a search never blocks requests, new blocks or other searches.
const answer = createWorkerMarkets((workerData as { chains: ChainServiceConfig[] }).chains)

parentPort?.on('message', (request: WorkerRequest) => parentPort?.postMessage(answer(request)))
parentPort?.postMessage(READY)
