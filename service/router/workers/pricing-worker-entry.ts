import { parentPort, workerData } from 'node:worker_threads'
import type { ChainServiceConfig } from '../../config/types.ts'
import { createWorkerMarkets, READY, type WorkerRequest } from './worker-markets.ts'

// Prices in a thread of its own: searches never hold up requests, blocks and one another.
const answer = createWorkerMarkets((workerData as { chains: ChainServiceConfig[] }).chains)

parentPort?.on('message', (ask: WorkerRequest) => parentPort?.postMessage(answer(ask)))
parentPort?.postMessage(READY)
